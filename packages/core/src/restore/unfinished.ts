import { type Item, outcomeWords, recapOpening, type Turn, type Unfinished } from "@reprise/model";
import type { Host } from "../host/host.ts";
import type { RunningProcess } from "../host/processes/processes.ts";
import { wasApplied } from "./edit-applied.ts";

/** Work in these turns without a recorded outcome, and what can be found out about it now. Reads only. */
export function unfinishedOf(
  turns: readonly Turn[],
  cwd: string | null,
  host: Host,
  /** Processes known to belong to the session. */
  own: readonly RunningProcess[] = [],
): Unfinished[] {
  let running: Running | undefined;
  const around: Around = {
    cwd,
    host: readingOnce(host),
    own,
    running() {
      running ??= lookAt(cwd, host);
      return running;
    },
  };
  return turns.flatMap(({ items }) => items.flatMap((item) => unfinished(item, around)));
}

interface Around {
  readonly cwd: string | null;
  readonly host: Host;
  readonly own: readonly RunningProcess[];
  /** Scans the machine's processes once: there may be thousands of commands and processes. */
  readonly running: () => Running;
}

interface Running {
  /** Null: this system cannot list processes. */
  readonly processes: readonly (RunningProcess & { readonly line: string })[] | null;
}

function lookAt(cwd: string | null, { processes }: Host): Running {
  const running = processes.running();
  if (running === null) return { processes: null };
  const here = running.filter(({ cwd: place }) => cwd === null || place === cwd);
  return { processes: here.map((process) => ({ ...process, line: process.command.join(" ") })) };
}

const mostHeld = 32_000_000;

/** Thousands of edits may be of one file. */
function readingOnce(host: Host): Host {
  const texts = new Map<string, string | null>();
  let held = 0;
  const text: Host["files"]["text"] = (path, mostBytes) => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const read = host.files.text(path, mostBytes);
    held += read?.length ?? 0;
    if (held > mostHeld) texts.clear();
    if (held > mostHeld) held = read?.length ?? 0;
    texts.set(path, read);
    return read;
  };
  return { ...host, files: { ...host.files, text } };
}

/** For the model, in the first turn after a restore. Asks for nothing and repeats no prompt. */
export function recapOf(unfinished: readonly Unfinished[]): string | null {
  if (unfinished.length === 0) return null;
  const rows = unfinished.map(
    ({ kind, subject, outcome, evidence }) => `- ${kind} \`${subject}\`: ${outcomeWords[outcome]} (${evidence})`,
  );
  const text = [`${recapOpening}; check before relying on it or repeating it:`, ...rows].join("\n");
  // An empty line ends the recap.
  return text.replace(/\n(?:[^\S\n]*\n)+/g, "\n");
}

function unfinished(item: Item, around: Around): Unfinished[] {
  if ("status" in item && item.status === "waiting") return [waitingWork(item)];
  if (item.kind === "command" && item.status === "open") return [commandLeft(item, around)];
  if (item.kind === "edit" && item.status === "open") return [editLeft(item, around)];
  if (item.kind === "tool" && item.status === "open") {
    return [
      {
        item: item.id,
        kind: "tool",
        subject: subjectOf(item),
        outcome: "unknown",
        evidence: "no result recorded",
      },
    ];
  }
  return [];
}

type Work = Item & { kind: "command" | "edit" | "tool" };

function waitingWork(item: Work): Unfinished {
  const evidence = "it was waiting for approval, and no answer was given";
  return { item: item.id, kind: item.kind, subject: subjectOf(item), outcome: "not-done", evidence };
}

function subjectOf(item: Work): string {
  if (item.kind === "command") return item.command;
  return item.kind === "tool" ? item.name : item.changes.map(({ path }) => path).join(", ");
}

function commandLeft(item: Item & { kind: "command" }, { own, running }: Around): Unfinished {
  const { processes } = running();
  const words = onOneLine(item.command);
  const found =
    processes?.find(({ command, line }) => command.includes(item.command) || isShellWith(words, line)) ??
    own.find(({ command }) => command.join(" ") === words.trim());
  const left = { item: item.id, kind: "command", subject: item.command } as const;
  if (found)
    return {
      ...left,
      outcome: "still-running",
      evidence: `process ${found.pid} runs it; what it prints now cannot be had back`,
    };
  const now = remainsOf(own, processes !== null);
  const evidence = item.output ? `it had printed something; no exit recorded, ${now}` : `no exit recorded, ${now}`;
  return { ...left, outcome: "unknown", evidence };
}

/** A shell replaces itself with a single command: then only the words remain. */
function onOneLine(text: string): string {
  return text.split(/\s+/).join(" ");
}

/** Processes of the session still running may be this one under another name. */
function remainsOf(own: readonly RunningProcess[], canTell: boolean): string {
  if (own.length > 0) {
    const names = own.map(({ pid, command }) => `${command[0] ?? "unknown"} (process ${pid})`);
    return `the session left running: ${names.join(", ")}`;
  }
  return canTell ? "not running now" : "this system can't tell whether it is running";
}

/** As `sh -c COMMAND`; if only the whole line is known, the command is its end. */
function isShellWith(wanted: string, line: string): boolean {
  return line.endsWith(wanted) && / -\w*c $/.test(line.slice(0, -wanted.length));
}

function editLeft(item: Item & { kind: "edit" }, { cwd, host }: Around): Unfinished {
  const outcome = wasApplied(item.changes, cwd, host);
  const evidence = {
    done: "the files hold the new text",
    "not-done": "the files hold the old text",
    "partly-done": "some files hold the new text, some the old",
    unknown: "the files hold neither the old nor the new text for certain",
  }[outcome];
  return { item: item.id, kind: "edit", subject: subjectOf(item), outcome, evidence };
}
