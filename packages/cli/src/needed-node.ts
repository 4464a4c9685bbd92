/** The first minor version of these that has what Reprise needs; any other up to 23 lacks it. */
const FIRST_MINOR: Readonly<Record<number, number>> = { 22: 19, 23: 8 };

/** Why this version of Node cannot run Reprise; null if it can. */
export function problemWithNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= 24 || minor >= (FIRST_MINOR[major] ?? Number.POSITIVE_INFINITY)) return null;
  return `reprise: Node ${version} is too old. Install Node 24 or later (22.19 works too) from https://nodejs.org, then run the same command again.`;
}
