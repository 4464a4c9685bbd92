import { SessionError } from "@reprise/model";

/** Secrets that the system keeps for the user. Methods throw `refused` with what to do when it cannot be used. */
export interface Keyring {
  /** Null: there is none under this name. */
  read(name: string): Promise<string | null>;
  /** On return the keyring has it. */
  write(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Keychain, Credential Manager or Secret Service. The library is loaded on first use: most machines never need it. */
export function systemKeyring(service = "reprise"): Keyring {
  return {
    read: (name) => using(service, name, (entry) => entry.getPassword()),
    write: (name, secret) => using(service, name, (entry) => entry.setPassword(secret)),
    remove: (name) =>
      using(service, name, async (entry) => {
        await entry.deletePassword();
      }),
  };
}

type Entry = import("@napi-rs/keyring").AsyncEntry;

async function using<Value>(service: string, name: string, use: (entry: Entry) => Promise<Value>): Promise<Value> {
  try {
    const { AsyncEntry } = await import("@napi-rs/keyring");
    // The kernel's keyring, the fallback on Linux, is empty after a restart: what it protects would be lost.
    return await use(new AsyncEntry(service, name, { linux: { store: "secret-service" } }));
  } catch (cause) {
    const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw new SessionError(
      "refused",
      `The keyring of this system cannot be used (${reason.slice(0, 200)}). Start or unlock it, or use a passphrase: key = "passphrase" under [workbench] in your settings.`,
      { cause },
    );
  }
}
