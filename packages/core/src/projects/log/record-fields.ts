import type { Commit, Settings, Timestamp } from "@reprise/model";
import { asTimestamp, noSettings } from "@reprise/model";
import { type Foreign, isForeign } from "../../agents/foreign.ts";

/** The fields of one line; those that a record needs and that are not there are noted. */
export class RecordFields {
  readonly missing: string[] = [];
  readonly #value: Foreign;

  constructor(value: Foreign) {
    this.#value = value;
  }

  text(name: string): string {
    const value = this.#value[name];
    if (typeof value === "string") return value;
    this.missing.push(name);
    return "";
  }

  count(name: string, least = 0): number {
    const value = this.#value[name];
    if (Number.isSafeInteger(value) && Number(value) >= least) return Number(value);
    this.missing.push(name);
    return least;
  }

  time(name: string): Timestamp {
    const value = asTimestamp(this.#value[name]);
    if (value === null) this.missing.push(name);
    return value ?? ("" as Timestamp);
  }

  object(name: string): RecordFields {
    const value = this.#value[name];
    if (isForeign(value)) return new RecordFields(value);
    this.missing.push(name);
    return new RecordFields({});
  }

  textOrNull(name: string): string | null {
    const value = this.#value[name];
    return typeof value === "string" ? value : null;
  }

  countOrNull(name: string): number | null {
    const value = this.#value[name];
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
  }

  textsOrNull(name: string): readonly string[] | null {
    const value = this.#value[name];
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : null;
  }

  commitsOrNull(name: string): readonly Commit[] | null {
    const value = this.#value[name];
    if (!Array.isArray(value)) return null;
    return value.flatMap((one) =>
      isForeign(one) && typeof one.hash === "string" && typeof one.subject === "string"
        ? [{ hash: one.hash, subject: one.subject }]
        : [],
    );
  }

  settingsOrNull(name: string): Partial<Settings> | null {
    const value = this.#value[name];
    if (!isForeign(value)) return null;
    const known = Object.entries(value).filter(
      ([key, one]) => Object.hasOwn(noSettings, key) && (one === null || typeof one === "string"),
    );
    return Object.fromEntries(known);
  }
}
