import { noPermissions, type Permissions, type Settings } from "@reprise/model";
import type { JournalRecord } from "../journal/record.ts";

/**
 * What a thread was permitted in our runs, from their records in order. Settings count once something was sent under them: until
 * then nobody has agreed to them. What an agent reports later fills in what was not known, and widens nothing.
 */
export class PermittedSoFar {
  #permissions: Permissions | null = null;
  #opened: Permissions = noPermissions;
  #isUsed = false;

  /** Null when nothing was ever sent. */
  get permissions(): Permissions | null {
    return this.#permissions;
  }

  take(record: JournalRecord): void {
    switch (record.type) {
      case "run-started":
      case "run-resumed":
        this.#opened = { ...noPermissions, ...wordsOf(record.settings) };
        this.#isUsed = false;
        return;
      case "settings-effective": {
        const reported = { ...noPermissions, ...wordsOf(record.settings), ...record.permissions };
        if (!this.#isUsed) this.#opened = filled(reported, this.#opened);
        else if (this.#permissions) this.#permissions = filled(this.#permissions, reported);
        return;
      }
      case "prompt-sending":
      case "segment-sending":
      case "restored":
        if (!this.#isUsed) this.#permissions = { ...this.#opened };
        this.#isUsed = true;
        return;
      case "tool-servers":
        if (this.#permissions)
          this.#permissions = { ...this.#permissions, mcpServers: record.servers.map(({ name }) => name) };
    }
  }
}

function wordsOf({ sandbox, approvalPolicy }: Settings): Pick<Permissions, "sandbox" | "approvalPolicy"> {
  return { sandbox, approvalPolicy };
}

/** What the first does not know, the second says. */
export function filled(first: Permissions, second: Permissions): Permissions {
  return {
    sandbox: first.sandbox ?? second.sandbox,
    approvalPolicy: first.approvalPolicy ?? second.approvalPolicy,
    networkAccess: first.networkAccess ?? second.networkAccess,
    writableRoots: first.writableRoots ?? second.writableRoots,
    mcpServers: first.mcpServers ?? second.mcpServers,
  };
}
