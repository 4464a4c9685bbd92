import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { newId } from "./new-id.ts";
import { diffOf, type Edit, type Ran, TurnRecords } from "./records.ts";
import type { Thread } from "./thread.ts";
import type { Wire } from "./wire.ts";

const wordMs = 12;

/**
 * What a script can do in its turn. All of it is real: commands run, files change, and the rollout records each thing before or
 * after it as Codex's does. Rejects with the reason of `signal` when the turn is interrupted.
 */
export class Stage {
  readonly prompt: string;
  readonly records: TurnRecords;
  readonly signal: AbortSignal;
  lastReply: string | null = null;
  wordCount = 0;
  readonly #thread: Thread;
  readonly #wire: Wire;
  readonly #stop: () => void;

  constructor(thread: Thread, wire: Wire, prompt: string, stopping: AbortController) {
    this.prompt = prompt;
    this.#thread = thread;
    this.#wire = wire;
    this.signal = stopping.signal;
    this.#stop = () => stopping.abort();
    this.records = new TurnRecords(thread.rollout, thread.id, this.#id());
  }

  /** A reply, word by word. */
  async say(text: string): Promise<void> {
    const id = `msg_${this.#id()}`;
    this.#told("item/started", { type: "agentMessage", id, text: "" });
    for (const word of text.match(/\S+\s*/g) ?? []) {
      await wait(wordMs, undefined, { signal: this.signal });
      this.#notify("item/agentMessage/delta", { itemId: id, delta: word });
      this.wordCount += 1;
    }
    this.lastReply = text;
    this.records.reply(id, text);
    this.#told("item/completed", { type: "agentMessage", id, text });
  }

  /** Runs it; `reason` says why it needs approval first. Null when declined. */
  async run(command: string, reason: string | null = null): Promise<Ran | null> {
    const [id, { cwd }] = [this.#id(), this.#thread.settings];
    const item = { type: "commandExecution", id, command: `/bin/sh -c '${command}'`, cwd };
    const actions = { commandActions: [{ type: "unknown", command }] };
    this.records.command(id, command);
    this.#told("item/started", { ...item, ...actions, status: "inProgress" });
    if (reason !== null && !(await this.#isAllowed(id, command, item.command, reason))) {
      this.records.commandRefused(id);
      this.#told("item/completed", { ...item, ...actions, status: "declined" });
      return null;
    }
    const onOutput = (delta: string) => this.#notify("item/commandExecution/outputDelta", { itemId: id, delta });
    const ran = await runCommand(command, cwd, onOutput, this.signal);
    this.signal.throwIfAborted();
    this.records.commandEnd(id, command, ran, cwd);
    const status = ran.exitCode === 0 ? "completed" : "failed";
    const end = { aggregatedOutput: ran.output, exitCode: ran.exitCode, status };
    this.#told("item/completed", { ...item, ...actions, ...end });
    return ran;
  }

  /** Replaces `before` with `after`. False if it is not there: someone has changed the file. */
  edit(path: string, before: string, after: string): boolean {
    const text = readFileSync(resolve(this.#thread.settings.cwd, path), "utf8");
    if (!text.includes(before)) return false;
    const line = text.slice(0, text.indexOf(before)).split("\n").length;
    this.#put(
      { path, before, after, line },
      text.replace(before, () => after),
    );
    return true;
  }

  create(path: string, text: string): void {
    this.#put({ path, before: null, after: text, line: 1 }, text);
  }

  /** The person's input: the prompt, or more while the turn runs. */
  heard(promptId: unknown, text: string): void {
    const id = this.#id();
    const item = { type: "userMessage", id, clientId: promptId ?? null, content: [{ type: "text", text }] };
    this.#told("item/started", item);
    this.records.prompt(id, text);
    this.#told("item/completed", item);
  }

  async #isAllowed(id: string, command: string, line: string, reason: string): Promise<boolean> {
    const { settings, allowed } = this.#thread;
    if (settings.approvalPolicy === "never" || allowed.has(command)) return true;
    const params = {
      ...this.#about(),
      itemId: id,
      command: line,
      cwd: settings.cwd,
      reason,
      startedAtMs: this.#nowMs(),
    };
    const answer = await this.#wire.request("item/commandExecution/requestApproval", params, this.signal);
    this.signal.throwIfAborted();
    const decision = (answer as { decision?: unknown } | null)?.decision;
    if (decision === "cancel") {
      this.#stop();
      this.signal.throwIfAborted();
    }
    if (decision === "acceptForSession") allowed.add(command);
    return decision === "accept" || decision === "acceptForSession";
  }

  #put(edit: Edit, text: string): void {
    const [id, { cwd }] = [this.#id(), this.#thread.settings];
    const kind = edit.before === null ? { type: "add" } : { type: "update", move_path: null };
    const diff = edit.before === null ? edit.after : diffOf(edit);
    const item = { type: "fileChange", id, changes: [{ path: resolve(cwd, edit.path), kind, diff }] };
    this.records.edit(id, edit);
    this.#told("item/started", { ...item, status: "inProgress" });
    writeFileSync(resolve(cwd, edit.path), text);
    this.records.editEnd(id, edit, cwd);
    this.#told("item/completed", { ...item, status: "completed" });
  }

  #told(method: "item/started" | "item/completed", item: object): void {
    const at = method === "item/started" ? "startedAtMs" : "completedAtMs";
    this.#notify(method, { item, [at]: this.#nowMs() });
  }

  #notify(method: string, params: object): void {
    this.#wire.notify(method, { ...this.#about(), ...params });
  }

  #about() {
    return { threadId: this.#thread.id, turnId: this.records.turn };
  }

  #id(): string {
    return newId(this.#thread.rollout.now());
  }

  #nowMs(): number {
    return this.#thread.rollout.now().getTime();
  }
}

/** Runs a command line in a folder. It ends with the agent: its output pipe closes then, which ends it too. */
function runCommand(
  command: string,
  cwd: string,
  onOutput: (piece: string) => void,
  signal: AbortSignal,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `exec ${command}`], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const take = (piece: string) => {
      output += piece;
      onOutput(piece);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", ({ message }) => resolve({ output: message, exitCode: 127 }));
    child.on("close", (exitCode) => resolve({ output, exitCode }));
    signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  });
}
