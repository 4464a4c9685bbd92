import { exactLine, noSettings, type Offer, offerWords, type RunWish, safeBody, zonedTime } from "@reprise/model";

/** What `run` would do, as `--dry-run --json` prints it. */
export function runPlan(
  { agent, cwd, settings, prompt, inputs = [], instructions = null }: RunWish,
  offer: Offer | null,
) {
  return { agent, cwd, settings: { ...noSettings, ...settings, cwd }, prompt, inputs, instructions, offer };
}

export function runPlanText(
  { agent, cwd, settings, prompt, inputs = [], instructions }: RunWish,
  offer: Offer | null,
): string {
  const said = Object.entries(settings).filter(([field]) => field !== "cwd");
  const text = offer === null ? null : offerText(offer);
  const isRun = offer?.prompt === null && offer.session !== null;
  const offered = text === null ? [] : [isRun ? text.replace(/\.$/, `: ${exactLine(offer.session)}`) : text];
  return [
    `Run ${agent} in ${exactLine(cwd)}`,
    ...said.map(([field, value]) => `  ${field}: ${exactLine(value ?? "")}`),
    ...offered,
    "Will be sent:",
    ...quoted(prompt),
    ...inputs.map(({ kind, path }) => `  ${kind}: ${exactLine(path)}`),
    ...(instructions ? ["Instructions:", ...quoted(instructions)] : []),
    "",
  ].join("\n");
}

function quoted(text: string): string[] {
  return safeBody(text)
    .split("\n")
    .map((line) => `  > ${line}`);
}

/** What can be continued, in one line. */
export function offerText(offer: Offer, title: string | null = null): string {
  const { startedAt, prompt, session, mode } = offer;
  if (prompt === null) return offerWords(offer, title, mostColumns);
  const when = zonedTime(startedAt);
  const what = session === null ? "" : ` for a ${mode} of ${exactLine(session)}`;
  return `Unsent prompt from ${when}${what}: "${excerpt(prompt)}".`;
}

const mostCharacters = 60;
const mostColumns = 100;

function excerpt(text: string): string {
  const line = exactLine(text.trim().replace(/\s+/g, " "));
  const characters = [...line];
  return characters.length <= mostCharacters ? line : `${characters.slice(0, mostCharacters - 1).join("")}…`;
}
