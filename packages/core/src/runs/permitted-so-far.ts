import { noPermissions, type Permissions, type Settings } from "@reprise/model";
import type { JournalRecord } from "../journal/journal-record.ts";

/** A thread's folder and provider; and its model and effort if the agent reported them before anything was sent. */
export type WorkLocation = Pick<Settings, "cwd" | "provider"> &
  Partial<Pick<Settings, "model" | "effort">> & {
    /** Where its folder led when the agent started. */
    readonly realCwd?: string | undefined;
  };

/**
 * A thread's permissions in our runs, from their records in order. Settings count once something was sent under them: until
 * then nobody has agreed to them. Later reports of an agent fill in unknown values and widen nothing.
 */
export class PermittedSoFar {
  #permissions: Permissions | null = null;
  #opened: Permissions = noPermissions;
  #place: WorkLocation | null = null;
  #openedPlace: WorkLocation = nowhere;
  #askedEffort: string | null = null;
  #isUsed = false;

  /** Null when nothing was ever sent. */
  get permissions(): Permissions | null {
    return this.#permissions;
  }

  /** Where those permissions applied. */
  get place(): WorkLocation | null {
    return this.#place;
  }

  take(record: JournalRecord): void {
    switch (record.type) {
      case "run-started":
      case "run-resumed":
        this.#opened = { ...noPermissions, ...wordsOf(record.settings) };
        this.#openedPlace = placeOf(record.settings, nowhere);
        this.#askedEffort = record.settings.effort;
        this.#isUsed = false;
        return;
      case "settings-effective": {
        const { workspaceFiles = null } = record;
        const reported = { ...noPermissions, ...wordsOf(record.settings), ...record.permissions, workspaceFiles };
        if (!this.#isUsed) {
          this.#opened = filled(reported, this.#opened);
          this.#openedPlace = placeOf(record.settings, this.#openedPlace);
          if (record.realCwd !== undefined) this.#openedPlace = { ...this.#openedPlace, realCwd: record.realCwd };
          if (record.permissions) this.#openedPlace = { ...this.#openedPlace, ...this.#modelIn(record.settings) };
        } else if (this.#permissions) this.#permissions = filled(this.#permissions, reported);
        return;
      }
      case "prompt-sending":
      case "segment-sending":
      case "restored":
        if (!this.#isUsed) [this.#permissions, this.#place] = [{ ...this.#opened }, this.#openedPlace];
        this.#isUsed = true;
        return;
      case "tool-servers":
        if (this.#permissions)
          this.#permissions = { ...this.#permissions, mcpServers: record.servers.map(({ name }) => name) };
    }
  }

  /** An effort that is sent with each turn is in no report. */
  #modelIn({ model, effort }: Settings): Pick<WorkLocation, "model" | "effort"> {
    return model === null ? {} : { model, effort: effort ?? this.#askedEffort ?? usualEffort };
  }
}

/** For an effort that nobody chose: another one is a change. */
const usualEffort = "default";
export const nowhere: WorkLocation = { cwd: null, provider: null };

function placeOf({ cwd, provider }: Settings, otherwise: WorkLocation): WorkLocation {
  return { ...otherwise, cwd: cwd ?? otherwise.cwd, provider: provider ?? otherwise.provider };
}

function wordsOf({ sandbox, approvalPolicy }: Settings): Pick<Permissions, "sandbox" | "approvalPolicy"> {
  return { sandbox, approvalPolicy };
}

/** Fills unknown values of the first from the second. */
export function filled(first: Permissions, second: Permissions): Permissions {
  return {
    sandbox: first.sandbox ?? second.sandbox,
    approvalPolicy: first.approvalPolicy ?? second.approvalPolicy,
    networkAccess: first.networkAccess ?? second.networkAccess,
    writableRoots: first.writableRoots ?? second.writableRoots,
    mcpServers: first.mcpServers ?? second.mcpServers,
    workspaceFiles: first.workspaceFiles ?? second.workspaceFiles,
  };
}
