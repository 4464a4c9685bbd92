import type { CallKind } from "./call.ts";
import type { Call } from "./result.ts";

type SavedCall = readonly [id: string, kind: CallKind, name: string];

export interface SavedCalls {
  readonly open: readonly SavedCall[];
  readonly answered: readonly SavedCall[];
}

const maxOpen = 256;
/** A call may be answered again: first that its outcome is unknown, then with its outcome. */
const maxAnswered = 16;

/** The latest calls, so that a result can say what it is the result of. */
export class Calls {
  readonly #open = new Map<string, Call>();
  readonly #answered = new Map<string, Call>();

  made(id: string, call: Call): void {
    if (!this.#answered.has(id)) put(this.#open, id, call, maxOpen);
  }

  has(id: string): boolean {
    return this.#open.has(id) || this.#answered.has(id);
  }

  /** Null when the call was not seen, or too long ago. */
  answered(id: string): Call | null {
    const call = this.#open.get(id);
    if (!call) return this.#answered.get(id) ?? null;
    this.#open.delete(id);
    put(this.#answered, id, call, maxAnswered);
    return call;
  }

  save(): SavedCalls {
    return { open: [...this.#open].map(saved), answered: [...this.#answered].map(saved) };
  }

  load({ open, answered }: SavedCalls): void {
    for (const [id, kind, name] of open) this.#open.set(id, { kind, name });
    for (const [id, kind, name] of answered) this.#answered.set(id, { kind, name });
  }
}

function put(calls: Map<string, Call>, id: string, call: Call, most: number): void {
  calls.set(id, call);
  if (calls.size > most) calls.delete(calls.keys().next().value ?? "");
}

function saved([id, { kind, name }]: [string, Call]): SavedCall {
  return [id, kind, name];
}
