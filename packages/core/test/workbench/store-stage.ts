import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exec, SavedChange, Saving, Timestamp, WorkbenchEntry } from "@reprise/model";
import { nodeHost } from "../../src/host/node-host.ts";
import { Keys } from "../../src/workbench/cipher/keys.ts";
import { usualOptions } from "../../src/workbench/options/option-fields.ts";
import { FileWorkspaceStore, type FileWorkspaceStoreParts } from "../../src/workbench/store/file-workspace-store.ts";
import { sealingWith } from "../../src/workbench/store/sealing.ts";
import { type StoreSettings, settingsFrom } from "../../src/workbench/store/store-settings.ts";
import type { Timers } from "../../src/workbench/store/timers.ts";
import type { SaveListener, SaveTrigger } from "../../src/workbench/store/workspace-store.ts";
import { memoryKeyring } from "../secrets/memory-keyring.ts";

const usualSettings = settingsFrom({
  path: "",
  options: { ...usualOptions, retentionDays: 30 },
  problems: [],
  savingRefusal: null,
  hasKey: true,
});

/** Timers that a test fires. */
export class ManualTimers implements Timers {
  #nowMs = 0;
  #timers: { readonly atMs: number; readonly act: () => void }[] = [];

  after(ms: number, act: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  get nextMs(): number | null {
    return this.#timers.length === 0 ? null : Math.min(...this.#timers.map(({ atMs }) => atMs)) - this.#nowMs;
  }

  pass(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const due = this.#timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#nowMs = due.atMs;
      due.act();
    }
    this.#nowMs = endMs;
  }
}

/** What a listener was told. */
export class Telling implements SaveListener {
  readonly saves: { bytes: number; ms: number; trigger: SaveTrigger }[] = [];
  readonly failures: { errorType: string; trigger: SaveTrigger; attempt: number }[] = [];
  readonly states: Saving[] = [];
  saved = (save: (typeof this.saves)[number]) => void this.saves.push(save);
  failed = (failure: (typeof this.failures)[number]) => void this.failures.push(failure);
  saving = (saving: Saving) => void this.states.push(saving);
  foundCount = 0;
  found = () => {
    this.foundCount += 1;
  };
}

/** A state folder and a workspace of its own. */
export class StoreStage {
  readonly folder = mkdtempSync(join(tmpdir(), "reprise-store-"));
  readonly state = join(this.folder, "state");
  readonly root = join(this.folder, "workspace");
  readonly timers = new ManualTimers();
  readonly host = nodeHost({ ...process.env, REPRISE_STATE: this.state });
  readonly keyring = memoryKeyring();
  settings: StoreSettings = usualSettings;

  constructor() {
    mkdirSync(this.root);
  }

  keys(): Keys {
    const path = join(this.state, "workspaces", "keys.json");
    return new Keys(path, this.host, this.keyring, { n: 2, r: 8, p: 1 });
  }

  store(parts: Partial<FileWorkspaceStoreParts> = {}): FileWorkspaceStore {
    return new FileWorkspaceStore({
      host: this.host,
      appVersion: "1.2.3",
      timers: this.timers,
      settings: () => this.settings,
      sealing: sealingWith(this.keys(), this.host),
      ...parts,
    });
  }

  get own(): string {
    return join(this.state, "workspaces", this.store().idOf(this.root));
  }

  get path(): string {
    return join(this.own, "session.jsonl");
  }

  lines(): Record<string, unknown>[] {
    const text = readFileSync(this.path, "utf8");
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const at = "2026-01-02T03:04:05.000Z" as Timestamp;

export const reply = (id: string, text: string, isComplete = true): WorkbenchEntry => ({
  id,
  at,
  item: { kind: "reply", text },
  isComplete,
  exec: null,
  diff: null,
});

export const entry = (id: string, text: string, isComplete = true): SavedChange => ({
  type: "entry",
  entry: reply(id, text, isComplete),
});

export const more = (id: string, text: string): SavedChange => ({ type: "text", entry: id, text });

export const exec = (id: string, status: Exec["status"] = "running"): SavedChange => ({
  type: "exec",
  exec: {
    id,
    header: `$ ${id}`,
    command: id,
    cwd: "/work",
    status,
    exitCode: status === "done" ? 0 : null,
    startedAt: at,
    endedAt: null,
    process: null,
    droppedCount: 0,
    isStale: false,
  },
});

export const output = (id: string, text: string, ansi: string | null = null): SavedChange => ({
  type: "output",
  exec: id,
  text,
  ansi,
  isWhole: false,
});

export const draft = (text: string): SavedChange => ({
  type: "draft",
  draft: { text, cursor: text.length, tokens: 1, inputs: [] },
});

export const approval = (id: string): SavedChange => ({
  type: "approval",
  approval: {
    id,
    run: null,
    queuedAt: at,
    state: "open",
    decision: null,
    request: {
      id,
      kind: "command",
      subject: "rm -rf build",
      reason: null,
      cwd: "/work",
      item: null,
      hash: null,
      choices: ["once"],
      questions: [],
      environment: null,
      network: null,
      grants: [],
      rule: null,
      changes: [],
    },
  },
});
