import type { CallKind } from "./call.ts";
import type { Call } from "./result.ts";

type SavedCall = readonly [id: string, kind: CallKind, name: string, use?: number, isSettled?: boolean];

export interface SavedCalls {
  readonly open: readonly SavedCall[];
  readonly answered: readonly SavedCall[];
}

const maxOpen = 256;
/** A call may be answered twice: outcome unknown, then its outcome. */
const maxAnswered = 16;

export interface RecentCall extends Call {
  readonly key: string;
  readonly use: number;
  readonly isSettled: boolean;
}

export class RecentCalls {
  readonly #open = new Map<string, RecentCall>();
  readonly #answered = new Map<string, RecentCall>();

  /** An answered id that is reused is another call. */
  made(id: string, call: Call): string {
    const use = this.#open.get(id)?.use ?? (this.#answered.get(id)?.use ?? 0) + 1;
    this.#answered.delete(id);
    const key = keyOf(id, use);
    put(this.#open, id, { ...call, key, use, isSettled: false }, maxOpen);
    return key;
  }

  has(id: string): boolean {
    return this.#open.has(id) || this.#answered.has(id);
  }

  /** Null if not seen recently. */
  answered(id: string): RecentCall | null {
    const call = this.#open.get(id);
    if (!call) return this.#answered.get(id) ?? null;
    this.#open.delete(id);
    put(this.#answered, id, call, maxAnswered);
    return call;
  }

  settle(id: string): void {
    const call = this.#answered.get(id);
    if (call) this.#answered.set(id, { ...call, isSettled: true });
  }

  save(): SavedCalls {
    return { open: [...this.#open].map(saved), answered: [...this.#answered].map(saved) };
  }

  load({ open, answered }: SavedCalls): void {
    for (const saved of open) this.#open.set(saved[0], madeOf(saved));
    for (const saved of answered) this.#answered.set(saved[0], madeOf(saved));
  }
}

function keyOf(id: string, use: number): string {
  return use === 1 ? id : `${id}~${use}`;
}

function madeOf([id, kind, name, use = 1, isSettled = false]: SavedCall): RecentCall {
  return { kind, name, use, isSettled, key: keyOf(id, use) };
}

function put(calls: Map<string, RecentCall>, id: string, call: RecentCall, most: number): void {
  calls.set(id, call);
  if (calls.size > most) calls.delete(calls.keys().next().value ?? "");
}

function saved([id, { kind, name, use, isSettled }]: [string, RecentCall]): SavedCall {
  return use === 1 && !isSettled ? [id, kind, name] : [id, kind, name, use, isSettled];
}
