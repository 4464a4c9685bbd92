import type { Warning } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";

type NumberedWarning = ContractValue<"warnings">["warnings"][number];

const MOST_WARNINGS = 200;

/** Warnings for any number of clients. Forgets the oldest. */
export class WarningLog {
  readonly #sources: readonly { warnings(): Promise<readonly Warning[]> }[];
  #kept: NumberedWarning[] = [];
  #last = 0;

  constructor(sources: readonly { warnings(): Promise<readonly Warning[]> }[]) {
    this.#sources = sources;
  }

  /** Takes the new ones of each source; a repeated one becomes the newest. */
  async gather(): Promise<void> {
    const found = (await Promise.all(this.#sources.map((source) => source.warnings()))).flat();
    for (const { kind, path, detail } of found) {
      this.#last += 1;
      const others = this.#kept.filter((one) => one.path !== path || one.detail !== detail);
      this.#kept = [...others, { number: this.#last, kind, path, detail }].slice(-MOST_WARNINGS);
    }
  }

  after(number: number): readonly NumberedWarning[] {
    return this.#kept.filter((one) => one.number > number);
  }
}
