import { type Deferred, makeDeferred } from "../host/deferred.ts";
import { withLimit } from "../host/limit.ts";

/** Named moments that a test can wait for without sleeping. A moment, once reached, stays reached. */
export type Moments<Value> = {
  reach(name: string, value: Value): void;
  /** Resolves at once if the moment is past; a timeout reports `state`. */
  wait(name: string, limit: { timeoutMs: number; state: () => string }): Promise<Value>;
  /** Fails every current and later wait for an unreached moment. */
  abandon(reason: string): void;
};

export function makeMoments<Value>(): Moments<Value> {
  const past = new Map<string, { value: Value }>();
  const waiting = new Map<string, Deferred<Value>>();
  let abandoned: string | null = null;

  const pendingOf = (name: string) => {
    const pending = waiting.get(name) ?? makeDeferred<Value>();
    waiting.set(name, pending);
    return pending.promise;
  };

  return {
    reach(name, value) {
      if (past.has(name)) return;
      past.set(name, { value });
      waiting.get(name)?.resolve(value);
      waiting.delete(name);
    },
    async wait(name, { timeoutMs, state }) {
      const reached = past.get(name);
      if (reached) return reached.value;
      if (abandoned) throw new Error(`${name} was never reached: ${abandoned}. ${state()}`);
      return withLimit(pendingOf(name), timeoutMs, () => `${name} was not reached within ${timeoutMs} ms. ${state()}`);
    },
    abandon(reason) {
      abandoned = reason;
      for (const [name, pending] of waiting) pending.reject(new Error(`${name} was never reached: ${reason}.`));
      waiting.clear();
    },
  };
}
