import type { Damage, DamageKind, Origin, Timestamp } from "@reprise/model";
import type { About, Fact, UsageFact } from "./fact.ts";

/** Position and time of a record. */
export interface LinePosition {
  readonly origin: Origin;
  readonly at: Timestamp | null;
}

/** Facts of one file that are not flushed yet. */
export class Facts {
  #facts: Fact[] = [];
  #lastAt: Timestamp | null = null;
  #noted: Set<DamageKind>;

  /** `noted`: damage already reported, not repeated. */
  constructor(noted: readonly DamageKind[] = []) {
    this.#noted = new Set(noted);
  }

  get noted(): readonly DamageKind[] {
    return [...this.#noted];
  }

  /** Facts since the last call. */
  flush(): Fact[] {
    if (this.#lastAt !== null) this.about({ updatedAt: this.#lastAt });
    this.#lastAt = null;
    const facts = this.#facts;
    this.#facts = [];
    return facts;
  }

  seenAt(at: Timestamp | null): void {
    if (at !== null && (this.#lastAt === null || at > this.#lastAt)) this.#lastAt = at;
  }

  about(about: Partial<About>): void {
    this.tell({ type: "about", about });
  }

  usage(usage: Pick<UsageFact, "key" | "model" | "tokens">, place: LinePosition): void {
    this.tell({ type: "usage", ...usage, at: place.at, origin: place.origin });
  }

  damage(damage: Damage): void {
    this.tell({ type: "damage", damage });
  }

  /** A record that is shown as it is, since its kind is known and its shape is not. */
  badShape(detail: string, place: LinePosition): void {
    this.damage({ ...place.origin, kind: "bad-shape", detail });
  }

  /** For damage that every line would repeat: reported once. */
  damageOnce(damage: Damage): void {
    if (this.#noted.has(damage.kind)) return;
    this.#noted.add(damage.kind);
    this.damage(damage);
  }

  protected tell(fact: Fact): void {
    this.#facts.push(fact);
  }

  protected has(isWanted: (fact: Fact) => boolean): boolean {
    return this.#facts.some(isWanted);
  }

  /** Drops everything added since the last `flush`. */
  protected startOver(noted: readonly DamageKind[]): void {
    this.#facts = [];
    this.#lastAt = null;
    this.#noted = new Set(noted);
  }
}
