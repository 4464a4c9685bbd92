/** Some of the cases, spread evenly over all of them; every one where the environment asks for the whole (`npm run campaign live`). */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (process.env.REPRISE_WHOLE === "1" || count >= cases.length) return cases;
  return Array.from(
    { length: count },
    (_, index) => cases[Math.floor((index * cases.length) / count)] as Case,
  );
}
