import { SessionError } from "@reprise/model";
import type { Keyring } from "../../src/host/keyring.ts";

interface MemoryKeyring extends Keyring {
  readonly kept: Map<string, string>;
  /** While set, the keyring cannot be used. */
  failure: string | null;
}

export function memoryKeyring(): MemoryKeyring {
  const kept = new Map<string, string>();
  const ring: MemoryKeyring = {
    kept,
    failure: null,
    read: async (name) => {
      check();
      return kept.get(name) ?? null;
    },
    write: async (name, secret) => {
      check();
      kept.set(name, secret);
    },
    remove: async (name) => {
      check();
      kept.delete(name);
    },
  };
  const check = () => {
    if (ring.failure !== null) throw new SessionError("refused", ring.failure);
  };
  return ring;
}
