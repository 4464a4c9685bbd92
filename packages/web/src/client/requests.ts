import type { Scope } from "@reprise/model";
import type { aboutRoutes, workbenchRoutes } from "@reprise/model/routes";

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export const eventHeaders = { Accept: "text/event-stream" };

/** What a page asks for first; `workbench`: the folder whose workbench it shows. */
export function firstRequests(workbench: string | null): Readonly<Record<string, RequestInit>> {
  const about: typeof aboutRoutes.getAbout.path = "/about";
  const news: typeof workbenchRoutes.followWorkbench.path = "/workbench/news";
  if (workbench === null) return { [about]: {} };
  return { [addressOf(news, { folder: workbench })]: { headers: eventHeaders }, [about]: {} };
}

/** The path of a route with its `:parts` filled in, and everything else that is given as its query. */
export function addressOf(path: string, given: Parameters): string {
  const left = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const filled = path.replace(/:(\w+)/g, (_, part: string) => {
    const value = String(left.get(part));
    left.delete(part);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...left].map(([name, value]): [string, string] => [name, String(value)]));
  return left.size === 0 ? filled : `${filled}?${query}`;
}

/** Of a scope. */
export function parameterOf(scope: Scope) {
  return { workspace: scope === "all" ? undefined : scope.workspace };
}
