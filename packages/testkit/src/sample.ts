/** `npm run campaign live`, and the like. */
export const isWhole = process.env.REPRISE_WHOLE === "1";

/** How many cases: those of a campaign, at most as many as `npm run campaign NAME -- --cases N` says, or those of a test run. */
export function caseCount(counts: { readonly campaign: number; readonly test: number }): number {
  if (process.env.REPRISE_WHOLE !== "1") return counts.test;
  return Math.min(counts.campaign, Number(process.env.REPRISE_CASES ?? counts.campaign));
}

/** Some of the cases, evenly spread; all of them in a campaign. */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return process.env.REPRISE_WHOLE === "1" ? cases : spreadOver(cases, count);
}

/** So many of the cases, from the first on. */
export function spreadOver<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (count >= cases.length) return cases;
  return Array.from({ length: count }, (_, index) => cases[Math.floor((index * cases.length) / count)] as Case);
}

/**
 * What every agent does alike is shown with these; in a campaign with all. Gemini CLI and OpenCode take one and a half and
 * four seconds of a core for each start, and have suites of their own.
 */
export function quickToStart<Case extends { readonly agent: { readonly name: string } }>(
  cases: readonly Case[],
  ...also: readonly string[]
): readonly Case[] {
  const names = ["codex", "claude", ...also];
  return isWhole ? cases : cases.filter(({ agent }) => names.includes(agent.name));
}
