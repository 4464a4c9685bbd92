import type { PortableCall, PortableItem } from "@reprise/core";
import type { Timestamp } from "@reprise/model";

type At = { readonly at: Timestamp };

/** One thing after the other, a few seconds apart, from a moment on. */
export class Telling {
  readonly items: PortableItem[] = [];
  #atMs: number;
  #callCount = 0;

  constructor(at: Date) {
    this.#atMs = at.getTime();
  }

  prompt(text: string): this {
    return this.#add({ kind: "user", text });
  }

  reply(text: string): this {
    return this.#add({ kind: "assistant", text });
  }

  command(command: string, output: string, hasFailed = false): this {
    return this.#call({ tool: "command", command }, output, hasFailed);
  }

  /** `lines` as a patch has them: with `-`, `+` or a space before each. */
  edit(path: string, lines: readonly string[]): this {
    const changes = [{ path, change: "update", diff: ["@@", ...lines, ""].join("\n") }] as const;
    return this.#call({ tool: "edit", changes }, `Success. Updated the following files:\nM ${path}\n`, false);
  }

  #call(call: PortableCall, output: string, hasFailed: boolean): this {
    this.#callCount += 1;
    return this.#add({ kind: "call", id: `call_${this.#callCount}`, call, output, hasFailed });
  }

  #add(item: PortableItem extends infer Item ? (Item extends At ? never : Omit<Item, "at">) : never): this {
    this.#atMs += 4_000;
    this.items.push({ ...item, at: new Date(this.#atMs).toISOString() } as PortableItem);
    return this;
  }
}
