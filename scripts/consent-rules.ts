import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A consent that is written out, or changed, by its fields. */
const makes = /\bdrift: "(?:ask|accept|refuse)"|\b(?:trustsLog|reappliesApprovals|sendsRecap)\b *[:=](?!=)/;

export function makesConsent(text: string): boolean {
  return makes.test(text);
}

/** Only `model/consent` makes a consent, so that no face decides what is asked. */
export function brokenConsentRules(root: string): string[] {
  const sources = globSync("packages/*/src/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /\.test\.tsx?$|^packages\/(?:testkit|model\/src\/(?:consent|schema))\b/.test(path),
  });
  return sources
    .filter((path) => makesConsent(readFileSync(join(root, path), "utf8")))
    .map((path) => `${path} makes a consent: only packages/model/src/consent does`);
}
