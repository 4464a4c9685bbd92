import { tryParseJson } from "@reprise/model";
import { type Foreign, isForeign } from "../../foreign.ts";
import type { About } from "../../reading/fact.ts";

const mostTexts = 512;
/** Longer ones hold instructions, and are seldom the same. */
const longestText = 4096;

/** What lines of settings say, by their text: most sessions on a machine are set up like another one. */
export class SettingsCache {
  readonly #aboutOf: (fields: Foreign) => Partial<About>;
  readonly #known = new Map<string, Partial<About>>();

  constructor(aboutOf: (fields: Foreign) => Partial<About>) {
    this.#aboutOf = aboutOf;
  }

  /** `text`: the last fields of an object that is the last field of its line, to the end. Null: not that. */
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
