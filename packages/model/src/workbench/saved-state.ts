import { changed, type Named, put } from "./named-list.ts";
import type {
  Diff,
  Exec,
  ExecOutput,
  KeptConversation,
  SavedChange,
  WorkbenchEntry,
  WorkbenchView,
} from "./workbench.ts";

/** The conversation that is shown: a fold of its changes. */
export type ShownConversation = Pick<
  WorkbenchView,
  | "entries"
  | "execs"
  | "outputs"
  | "diffs"
  | "decided"
  | "approvals"
  | "remembered"
  | "notes"
  | "draft"
  | "choice"
  | "thread"
  | "telemetry"
  | "banner"
>;

/** What is saved of a workbench. */
export interface SavedState extends ShownConversation {
  /** Those that are not shown and have something that their sessions do not. */
  readonly conversations: readonly KeptConversation[];
}

export type ShownChange = Exclude<SavedChange, { type: "conversation" | "conversation-gone" }>;

export const noTelemetry: WorkbenchView["telemetry"] = {
  turns: 0,
  turnMs: 0,
  tokens: 0,
  patches: { done: 0, failed: 0, ms: 0 },
  execs: { count: 0, failed: 0, ms: 0 },
  tools: 0,
  prompts: 0,
};

export const nothingShown: ShownConversation = {
  entries: [],
  execs: [],
  outputs: {},
  diffs: [],
  decided: [],
  approvals: [],
  remembered: [],
  notes: [],
  draft: null,
  choice: null,
  thread: null,
  telemetry: noTelemetry,
  banner: null,
};

export const nothingSaved: SavedState = { ...nothingShown, conversations: [] };

/** Characters kept of one output. */
export const mostOutput = 200_000;
/** Characters of one output with its escape sequences: one with more is kept without them. */
const mostAnsi = 4 * mostOutput;

export function savedAfter<State extends SavedState>(state: State, change: SavedChange): State {
  switch (change.type) {
    case "conversation":
      return { ...state, conversations: put(state.conversations, change.conversation) };
    case "conversation-gone":
      return { ...state, conversations: state.conversations.filter(({ id }) => id !== change.id) };
    default:
      return shownAfter(state, change);
  }
}

/** Changes of unknown things are ignored: a page has only the end of long lists. */
export function shownAfter<State extends ShownConversation>(state: State, change: ShownChange): State {
  switch (change.type) {
    case "entry":
      return { ...state, entries: put(state.entries, change.entry) };
    case "text":
      return {
        ...state,
        entries: changed(state.entries, change.entry, (one) => longer(one, change.text)),
      };
    case "exec":
      return { ...state, execs: put(state.execs, change.exec) };
    case "output":
      return printed(state, change);
    case "diff":
      return { ...state, diffs: put(state.diffs, change.diff) };
    case "document":
      return { ...state, diffs: changed(state.diffs, change.diff, (one) => reviewed(one, change)) };
    case "decided":
      return { ...state, decided: put(state.decided, change.decided) };
    case "approval":
      return { ...state, approvals: put(state.approvals, change.approval) };
    case "remembered":
      return { ...state, remembered: change.approvals };
    case "removed":
      return removed(state, change);
    case "notes":
      return { ...state, notes: change.notes };
    case "draft":
      return { ...state, draft: change.draft };
    case "choice":
      return { ...state, choice: change.choice };
    case "thread":
      return { ...state, thread: change.thread };
    case "telemetry":
      return { ...state, telemetry: change.telemetry };
    case "banner":
      return { ...state, banner: change.banner };
  }
}

/** The fewest changes that lead to a state. */
export function* changesTo(state: SavedState): Generator<SavedChange> {
  for (const conversation of state.conversations) yield { type: "conversation", conversation };
  yield* changesToShown(state);
}

/** The same of the conversation that is shown. */
export function* changesToShown(state: ShownConversation): Generator<ShownChange> {
  for (const exec of state.execs) {
    yield { type: "exec", exec };
    const output = state.outputs[exec.id];
    if (output !== undefined) yield { type: "output", exec: exec.id, ...output, isWhole: true };
  }
  for (const diff of state.diffs) yield { type: "diff", diff };
  for (const decided of state.decided) yield { type: "decided", decided };
  for (const entry of state.entries) yield { type: "entry", entry };
  for (const approval of state.approvals) yield { type: "approval", approval };
  if (state.remembered.length > 0) yield { type: "remembered", approvals: state.remembered };
  if (state.notes.length > 0) yield { type: "notes", notes: state.notes };
  if (state.draft !== null) yield { type: "draft", draft: state.draft };
  if (state.choice !== null) yield { type: "choice", choice: state.choice };
  if (state.thread !== null) yield { type: "thread", thread: state.thread };
  yield { type: "telemetry", telemetry: state.telemetry };
  if (state.banner !== null) yield { type: "banner", banner: state.banner };
}

function longer(entry: WorkbenchEntry, more: string): WorkbenchEntry {
  const { item } = entry;
  if (item.kind !== "reply" && item.kind !== "reasoning") return entry;
  return { ...entry, item: { ...item, text: item.text + more } };
}

function printed<State extends ShownConversation>(state: State, change: SavedChange & { type: "output" }): State {
  const [output, dropped] = outputAfter(state, change);
  return {
    ...state,
    outputs: { ...state.outputs, [change.exec]: output },
    execs: changed(state.execs, change.exec, (exec) => withDropped(exec, dropped)),
  };
}

/** The output of a command after a change, and how much of it was dropped. */
export function outputAfter(
  { outputs }: Pick<ShownConversation, "outputs">,
  change: SavedChange & { type: "output" },
): [output: ExecOutput, dropped: number] {
  const isKnown = !change.isWhole && Object.hasOwn(outputs, change.exec);
  const before = isKnown ? outputs[change.exec] : undefined;
  const [{ text, ansi }, dropped] = ending(before === undefined ? change : joinedOutput(before, change));
  return [{ text, ansi }, dropped];
}

export function withDropped(exec: Exec, count: number): Exec {
  return count === 0 ? exec : { ...exec, droppedCount: exec.droppedCount + count };
}

/** Plain as long as both are. */
export function joinedOutput(before: ExecOutput, { text, ansi }: ExecOutput): ExecOutput {
  const isPlain = before.ansi === null && ansi === null;
  return {
    text: before.text + text,
    ansi: isPlain ? null : (before.ansi ?? before.text) + (ansi ?? text),
  };
}

/** Cut at a line, so that no escape sequence is torn. */
function ending({ text, ansi: whole }: ExecOutput): [output: ExecOutput, dropped: number] {
  const ansi = whole !== null && whole.length > mostAnsi ? null : whole;
  if (text.length <= mostOutput) return [{ text, ansi }, 0];
  const kept = lastLines(text);
  return [{ text: kept, ansi: ansi === null ? null : lastLines(ansi) }, text.length - kept.length];
}

/** The next cut comes only after as much again as a tenth: not with every line. */
function lastLines(text: string): string {
  const end = text.slice(-Math.floor(mostOutput * 0.9));
  const line = end.indexOf("\n");
  return (line === -1 || line > mostOutput / 2 ? end : end.slice(line + 1)).toWellFormed();
}

function reviewed(diff: Diff, change: SavedChange & { type: "document" }): Diff {
  const { path, isSelected, state, problem } = change;
  const documents = diff.documents.map((one) => (one.path === path ? { ...one, isSelected, state, problem } : one));
  return { ...diff, documents };
}

function removed<State extends ShownConversation>(
  state: State,
  { section, ids }: SavedChange & { type: "removed" },
): State {
  const gone = new Set(ids);
  const rest = <One extends Named>(list: readonly One[]) => list.filter(({ id }) => !gone.has(id));
  switch (section) {
    case "entry":
      return { ...state, entries: rest(state.entries) };
    case "diff":
      return { ...state, diffs: rest(state.diffs), decided: rest(state.decided) };
    case "decided":
      return { ...state, decided: rest(state.decided) };
    case "approval":
      return { ...state, approvals: rest(state.approvals) };
    case "exec": {
      const outputs = Object.fromEntries(Object.entries(state.outputs).filter(([id]) => !gone.has(id)));
      return { ...state, execs: rest(state.execs), outputs };
    }
  }
}
