import { tryParseJson } from "@reprise/model";
import { type Foreign, isForeign } from "../../foreign.ts";
import type { About } from "../../reading/fact.ts";

const mostTexts = 512;
/** Longer ones contain instructions and rarely repeat. */
const longestText = 4096;

/** Parsed settings by text: most sessions share them. */
export class SettingsCache {
  readonly #aboutOf: (fields: Foreign) => Partial<About>;
  readonly #known = new Map<string, Partial<About>>();

  constructor(aboutOf: (fields: Foreign) => Partial<About>) {
    this.#aboutOf = aboutOf;
  }

  /** `text`: the last fields of the last object of a line. Null otherwise. */
  about(text: string): Partial<About> | null {
    const known = this.#known.get(text);
    if (known) return known;
    const fields = tryParseJson(`{${text.slice(0, -1)}`);
    if (!isForeign(fields)) return null;
    const about = this.#aboutOf(fields);
    if (this.#known.size >= mostTexts) this.#known.clear();
    if (text.length <= longestText) this.#known.set(text, about);
    return about;
  }
}
