import { constraintIn, isAboutLanguage, isPermission } from "./constraint.ts";
import { type Placed, Rewindable } from "./rewindable.ts";
import { sentencesOf } from "./sentences.ts";

/** What the person demanded once and for all, verbatim. */
export interface Constraint extends Placed {
  readonly turn: number;
  readonly sentence: string;
  /** The part of the sentence that demands it. */
  readonly clause: string;
  /** It says never, don't, always and the like; otherwise it states how something must be. */
  readonly isOrder: boolean;
  readonly revoked: { readonly turn: number; readonly sentence: string } | null;
}

interface Revocation extends Placed {
  readonly turn: number;
  readonly sentence: string;
  readonly of: string;
}

const most = 60;

/** The standing constraints of a session, ready to be rewound. */
export class Constraints {
  readonly #said = new Rewindable<Constraint>(most);
  readonly #revocations = new Rewindable<Revocation>(most);

  /** Returns the rest of the prompt: the sentences that demand nothing for good. */
  take(prompt: string, at: Placed & { readonly turn: number }): string {
    const rest: string[] = [];
    for (const { text, isRule } of sentencesOf(prompt)) {
      const found = isRule ? { clause: text, isOrder: false } : constraintIn(text);
      if (isPermission(text)) this.#revoke(text, at, (words) => isAbout(text, words));
      if (found === null || found.clause !== text) rest.push(text);
      if (found === null) continue;
      if (isAboutLanguage(text)) this.#revoke(text, at, isAboutLanguage);
      const key = keyOf(found.clause);
      if (this.#said.rows.some((row) => keyOf(row.clause) === key && !this.#revocationOf(row))) continue;
      this.#said.push({ ...at, sentence: text, ...found, revoked: null });
    }
    return rest.join(" ");
  }

  /** Constraints of an earlier session, as its brief has them. */
  adopt(clauses: readonly string[], at: Placed & { readonly turn: number }): void {
    for (const clause of clauses)
      this.#said.push({ ...at, sentence: clause, clause, isOrder: true, revoked: null });
  }

  #revoke(
    sentence: string,
    at: Placed & { readonly turn: number },
    isMeant: (words: string) => boolean,
  ): void {
    for (const row of this.#said.rows) {
      if (row.place < at.place && !this.#revocationOf(row) && isMeant(row.clause))
        this.#revocations.push({ ...at, sentence, of: keyOf(row.clause) });
    }
  }

  #revocationOf({ clause, place }: Constraint): Revocation | undefined {
    return this.#revocations.rows.findLast((row) => row.of === keyOf(clause) && row.place > place);
  }

  takeBack(from: number): void {
    this.#said.takeBack(from);
    this.#revocations.takeBack(from);
  }

  /** In the order they were said. */
  list(): Constraint[] {
    return this.#said.kept().map((row) => ({ ...row, revoked: this.#revocationOf(row) ?? null }));
  }
}

function keyOf(clause: string): string {
  return clause
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Words that a permission and a prohibition share whatever they are about. */
const generic = new Set(
  `a about after again all allowed also always an and any anymore are as at avoid be before but by can change do don done edit every feel fine
  for free from go ahead how if in into is it keep longer make may me modify more must my need never no not now of off ok okay on only or our
  out please run say so stop sure that the then there this to too touch up use using want we when with without write you your add`.split(
    /\s+/,
  ),
);

function objectsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !generic.has(word)));
}

/** Whether a permission names what a constraint is about. */
function isAbout(permission: string, constraint: string): boolean {
  const [named, objects] = [objectsOf(permission), objectsOf(constraint)];
  const shared = [...objects].filter((word) => named.has(word)).length;
  return shared > 0 && shared >= Math.ceil(Math.min(objects.size, 4) / 2);
}
