import type { ListQuery } from "@reprise/model";
import { listQuerySchema } from "@reprise/model/schema";
import { badRequest } from "./problem.ts";

export const MOST_ROWS = 1000;
const ROWS = 50;

/** Each parameter once. */
export function parametersIn(url: string): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URL(url).searchParams) {
    if (name in parameters) throw badRequest(`The parameter "${name}" is there twice. Give it once.`);
    parameters[name] = value;
  }
  return parameters;
}

/** Throws a `Problem` for a parameter besides those that a route takes. */
export function noOther(rest: Readonly<Record<string, string>>, names: readonly string[]): void {
  const [other] = Object.keys(rest);
  if (other === undefined) return;
  const known = names.length === 0 ? "None is taken." : `Parameters: ${names.join(", ")}.`;
  throw badRequest(`There is no parameter "${other}" here. ${known}`);
}

const flags = ["includeEmpty", "subagents", "archived", "includeHidden"] as const;
const known = ["workspace", "agent", "state", "since", "until", "tag", ...flags, "limit"];

/** The filters of `reprise list`. Without `workspace`, every project; without `limit`, `rows`: null is as many as there are. */
export function listQueryIn(
  parameters: Readonly<Record<string, string>>,
  { isPaged = true, rows = ROWS }: { readonly isPaged?: boolean; readonly rows?: number | null } = {},
): ListQuery {
  const names = isPaged ? [...known, "order", "cursor"] : known;
  const other = Object.keys(parameters).find((name) => !names.includes(name));
  if (other !== undefined)
    throw badRequest(`There is no parameter "${other}" here. Parameters: ${names.join(", ")}.`);
  const { workspace, limit, includeEmpty, subagents, archived, includeHidden, ...rest } = parameters;
  const query = {
    scope: workspace === undefined ? "all" : { workspace },
    ...rest,
    ...flagsIn({ includeEmpty, subagents, archived, includeHidden }),
    ...limitIn(limit, rows),
  };
  const parsed = listQuerySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw badRequest(issues.map(({ path, message }) => `${path}: ${message}`).join("; "), issues);
}

function limitIn(limit: string | undefined, rows: number | null): Pick<ListQuery, "limit"> {
  if (limit === undefined) return rows === null ? {} : { limit: rows };
  return { limit: wholeNumber("limit", limit, rows === null ? undefined : MOST_ROWS) };
}

export function wholeNumber(name: string, text: string, most: number = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw badRequest(
    `${name} takes a whole number from 1${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ""}.`,
  );
}

function flagsIn(parameters: Readonly<Record<string, string | undefined>>): Record<string, boolean> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (value !== "true" && value !== "false") throw badRequest(`${name} takes true or false.`);
      return [name, value === "true"];
    }),
  );
}
