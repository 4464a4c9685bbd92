import type { CallKind } from "./call.ts";

interface Use {
  kind: CallKind | null;
  /** Calls and outputs with this id in this turn. */
  asked: number;
  answered: number;
}

export interface SavedUses {
  readonly calls: readonly (readonly [string, CallKind])[];
  readonly answered: readonly string[];
  /** Ids not used exactly once per call and output. */
  readonly repeated?: readonly (readonly [string, number, number])[];
}

const mostCalls = 4096;

/** The n-th output of an id answers its n-th call, also in damaged logs where ids repeat or outputs come first. */
export class CallIds {
  readonly #uses = new Map<string, Use>();

  load({ calls, answered, repeated = [] }: SavedUses): void {
    this.#uses.clear();
    for (const [id, kind] of calls) this.#uses.set(id, { kind, asked: 1, answered: 0 });
    for (const id of answered) this.#of(id).answered = 1;
    for (const [id, asked, outputs] of repeated) Object.assign(this.#of(id), { asked, answered: outputs });
  }

  save(): SavedUses {
    const all = [...this.#uses];
    const repeated = all.flatMap(([id, { asked, answered }]) =>
      asked === 1 && answered <= 1 ? [] : [[id, asked, answered] as const],
    );
    return {
      calls: all.flatMap(([id, { kind }]) => (kind === null ? [] : [[id, kind] as const])),
      answered: all.flatMap(([id, { answered }]) => (answered > 0 ? [id] : [])),
      ...(repeated.length > 0 && { repeated }),
    };
  }

  call(id: string, kind: CallKind): string {
    const use = this.#of(id);
    use.kind = kind;
    use.asked += 1;
    if (this.#uses.size > mostCalls) this.#uses.delete(this.#uses.keys().next().value ?? "");
    return keyOf(id, use.asked);
  }

  /** The kind is null if no call is left. */
  answer(id: string): { readonly key: string; readonly kind: CallKind | null } {
    const use = this.#of(id);
    use.answered += 1;
    return { key: keyOf(id, use.answered), kind: use.answered <= use.asked ? use.kind : null };
  }

  current(id: string): string {
    const use = this.#uses.get(id);
    return use ? keyOf(id, Math.max(1, Math.min(use.asked, use.answered + 1))) : id;
  }

  nextTurn(): void {
    for (const [id, { asked, answered }] of this.#uses) if (answered >= asked) this.#uses.delete(id);
  }

  #of(id: string): Use {
    const known = this.#uses.get(id);
    if (known) return known;
    const use: Use = { kind: null, asked: 0, answered: 0 };
    this.#uses.set(id, use);
    return use;
  }
}

function keyOf(id: string, use: number): string {
  return use <= 1 ? id : `${id}~${use}`;
}
