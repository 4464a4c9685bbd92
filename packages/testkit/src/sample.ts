/** Some of the cases, evenly spread; all of them if the environment asks for that (`npm run campaign live`). */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (process.env.REPRISE_WHOLE === "1" || count >= cases.length) return cases;
  return Array.from({ length: count }, (_, index) => cases[Math.floor((index * cases.length) / count)] as Case);
}
