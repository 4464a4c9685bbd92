import type { Hit, Item } from "@reprise/model";
import { cleanItem } from "./clean-item.ts";
import type { Given } from "./given.ts";

/**
 * A snippet is cut out of a text, and part of a secret is not recognised as one. So a snippet leaves only if it also occurs
 * in the whole item after redaction.
 */
export class SnippetCheck {
  readonly #given: Pick<Given, "library" | "redact">;
  #read: { readonly key: string; readonly items: readonly Item[] } | null = null;

  constructor(given: Pick<Given, "library" | "redact">) {
    this.#given = given;
  }

  async isFreeOfSecrets(hit: Hit): Promise<boolean> {
    const snippet = folded(hit.snippet.replace(/^…/, "").replace(/…$/, "")).trim();
    const items = await this.#itemsOf(hit);
    const own = items.filter(({ id }) => id === hit.item);
    return (own.length > 0 ? own : items).some((item) =>
      textsIn(cleanItem(item, this.#given.redact)).some((text) => folded(text).includes(snippet)),
    );
  }

  /** Hits come turn by turn. */
  async #itemsOf({ session, turn }: Hit): Promise<readonly Item[]> {
    const key = `${session} ${turn}`;
    if (this.#read?.key === key) return this.#read.items;
    const items: Item[] = [];
    try {
      const reading = await this.#given.library.read(session, { from: turn, to: turn });
      for await (const one of reading.turns) items.push(...one.items);
    } catch {
      // Unreadable by now, or two sessions have this id: nothing vouches for the snippet.
    }
    this.#read = { key, items };
    return items;
  }
}

/** As a snippet is made: on one line, without terminal codes. */
function folded(text: string): string {
  return text.replace(terminalCode, "").normalize("NFC").replace(/\s+/g, " ");
}

const terminalCode =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(textsIn)];
}
