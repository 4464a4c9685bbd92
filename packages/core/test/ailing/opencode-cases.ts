import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type AilingCase, type AilingSession, type LineStart, longOutput, nulInOutput, tooLongText } from "./case.ts";
import { noisePng } from "./png.ts";

type Fields = Record<string, unknown>;

/**
 * A session that OpenCode itself made, of two turns, the first with a call; its rows can be changed. A place counts messages
 * and parts in their order.
 */
export class OpencodeStore {
  readonly #database: DatabaseSync;
  readonly #session: string;

  constructor(path: string, session: string) {
    this.#database = new DatabaseSync(path);
    this.#session = session;
  }

  close(): void {
    this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    this.#database.close();
  }

  /** The first part of which this holds is changed; a text is stored as it is. */
  change(isMeant: (part: Fields) => boolean, changed: (part: Fields) => Fields | string): LineStart {
    for (const [place, { id, table, data }] of this.#rows().entries()) {
      if (table !== "part" || !isMeant(data)) continue;
      this.#store(table, id, changed(data));
      return { line: 0, byteOffset: place };
    }
    throw new Error("No such part.");
  }

  /** The last message. */
  changeLast(changed: (message: Fields) => Fields): LineStart {
    const rows = this.#rows();
    const place = rows.findLastIndex(({ table }) => table === "message");
    const row = rows[place];
    if (!row) throw new Error("No message.");
    this.#store("message", row.id, changed(row.data));
    return { line: 0, byteOffset: place };
  }

  #rows(): { id: string; table: "message" | "part"; data: Fields }[] {
    const messages = this.#database
      .prepare("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id")
      .all(this.#session);
    const parts = this.#database.prepare("SELECT id, data FROM part WHERE message_id = ? ORDER BY id");
    const rowOf = (table: "message" | "part") => (row: Fields) => ({
      id: String(row.id),
      table,
      data: JSON.parse(String(row.data)) as Fields,
    });
    return messages.flatMap((message) => [
      rowOf("message")(message),
      ...parts.all(String(message.id)).map(rowOf("part")),
    ]);
  }

  #store(table: "message" | "part", id: string, data: Fields | string): void {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    this.#database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`).run(text, id);
  }
}

/** Makes the sound session in this home, of which `pristine` is a copy, that of the case. */
export function placeOpencode(
  ailing: Pick<AilingCase<OpencodeStore>, "write">,
  { home, pristine, thread }: { home: string; pristine: string; thread: string },
): AilingSession {
  const path = join(home, ".local", "share", "opencode", "opencode.db");
  for (const side of ["-wal", "-shm"]) rmSync(`${path}${side}`, { force: true });
  copyFileSync(pristine, path);
  const store = new OpencodeStore(path, thread);
  try {
    return { thread, path, at: ailing.write(store) };
  } finally {
    store.close();
  }
}

export const isCall = ({ type }: Fields) => type === "tool";
export const saying =
  (words: string) =>
  ({ type, text }: Fields) =>
    type === "text" && String(text).includes(words);

function printing(output: string): (store: OpencodeStore) => LineStart {
  return (store) => store.change(isCall, (part) => ({ ...part, state: { ...(part.state as Fields), output } }));
}

/** In place of the first question. */
function showing(base64: string): (store: OpencodeStore) => LineStart {
  const url = `data:image/png;base64,${base64}`;
  return (store) =>
    store.change(saying("first question"), () => ({
      type: "file",
      mime: "image/png",
      filename: "a.png",
      url,
    }));
}

const running = (part: Fields): Fields => {
  const { input, time } = part.state as Fields;
  return { ...part, state: { status: "running", input, time: { start: (time as Fields).start } } };
};

export const opencodeCases: readonly AilingCase<OpencodeStore>[] = [
  {
    name: "a call without output in an earlier turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /\[Tool execution was interrupted\]/,
    write: (store) => store.change(isCall, running),
  },
  {
    name: "a call without output in the last turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /\[Tool execution was interrupted\]/,
    write: (store) =>
      store.change(saying("second answer"), () => ({
        type: "tool",
        tool: "bash",
        callID: "call_last",
        state: { status: "running", input: { command: "make" }, time: { start: 1 } },
      })),
  },
  {
    name: "reasoning that another model sealed",
    kind: "foreign-reasoning",
    strict: { ownReasoning: true },
    naive: "healed",
    told: /second answer/,
    untold: /made elsewhere/,
    write(store) {
      const metadata = { anthropic: { signature: "made elsewhere" } };
      const time = { start: 1, end: 2 };
      const at = store.change(saying("first answer"), () => ({
        type: "reasoning",
        text: "Hm.",
        time,
        metadata,
      }));
      store.changeLast((message) => ({ ...message, modelID: "another" }));
      return at;
    },
  },
  {
    name: "half a character in an output",
    kind: "lone-surrogate",
    strict: { cleanText: true },
    naive: "healed",
    told: /made \uFFFD/,
    write: printing("made \ud83c"),
  },
  { ...nulInOutput, write: printing("made \0") },
  { ...longOutput, write: printing(tooLongText) },
  {
    name: "an image that is none",
    kind: "broken-image",
    strict: { soundImages: true },
    naive: "healed",
    told: /does not support image input/,
    isHalfTried: true,
    write: showing(Buffer.from("this is no image at all").toString("base64")),
  },
  {
    name: "an image that is too large",
    kind: "oversized-image",
    strict: { maxImageBytes: 5 * 1024 * 1024 },
    naive: "healed",
    told: /does not support image input/,
    isHalfTried: true,
    write: showing(noisePng(1200, 1200)),
  },
  {
    name: "a context that is full",
    kind: "context-full",
    strict: { maxTokens: 60_000 },
    naive: "model",
    told: /this model takes 60000/,
    write(store) {
      store.change(saying("first answer"), (part) => ({ ...part, text: "word ".repeat(100_000) }));
      const error = { name: "ContextOverflowError", data: { message: "prompt is too long" } };
      return store.changeLast((message) => ({ ...message, error }));
    },
  },
  {
    name: "a row that cannot be read",
    kind: "unreadable-line",
    strict: {},
    naive: "agent",
    told: /Unexpected server error/,
    write: (store) => store.change(saying("first answer"), () => '{"type":"text","te'),
  },
];
