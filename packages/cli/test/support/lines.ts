import { eventLineSchema } from "@reprise/model/schema";

/** The lines of `--json`, each checked against the contract. */
export function eventLines(stdout: string) {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => eventLineSchema.parse(JSON.parse(line)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
export const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
