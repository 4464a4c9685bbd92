import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AilingCase, type AilingSession, type LineStart, longOutput, nulInOutput, tooLongText } from "./case.ts";
import { noisePng } from "./png.ts";

/** A session file of Gemini CLI, record by record. */
export class GeminiLog {
  readonly lines: string[] = [];
  #number = 0;

  constructor(thread: string, cwd: string) {
    const projectHash = createHash("sha256").update(cwd).digest("hex");
    const startTime = "2026-11-16T01:00:00.000Z";
    this.record({ sessionId: thread, projectHash, startTime, lastUpdated: startTime, kind: "main" });
  }

  record(record: object): LineStart {
    return this.line(JSON.stringify(record));
  }

  line(line: string): LineStart {
    const byteOffset = Buffer.byteLength(this.text());
    this.lines.push(line);
    return { line: this.lines.length, byteOffset };
  }

  user(content: unknown): LineStart {
    return this.record({ ...this.#next(), type: "user", content });
  }

  reply(content: unknown, more: object = {}): LineStart {
    return this.record({ ...this.#next(), type: "gemini", content, model: "gemini-2.5-flash", ...more });
  }

  text(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }

  #next() {
    this.#number += 1;
    const timestamp = new Date(Date.UTC(2026, 10, 16, 1, 0, this.#number)).toISOString();
    return { id: `00000000-0000-4000-8000-${String(this.#number).padStart(12, "0")}`, timestamp };
  }
}

/** Puts the session of this case into a home of Gemini CLI. */
export async function placeGemini(
  ailing: Pick<AilingCase<GeminiLog>, "write">,
  home: { home: string; cwd: string; thread: string },
): Promise<AilingSession> {
  const log = new GeminiLog(home.thread, home.cwd);
  const at = ailing.write(log);
  const folder = join(home.home, ".gemini", "tmp", "ailing");
  await mkdir(join(folder, "chats"), { recursive: true });
  await writeFile(join(folder, ".project_root"), home.cwd);
  const path = join(folder, "chats", `session-2026-11-16T01-00-${home.thread.slice(0, 8)}.jsonl`);
  await writeFile(path, log.text());
  return { thread: home.thread, path, at };
}

export function around(log: GeminiLog, ill: () => LineStart): LineStart {
  log.user([{ text: "first question" }]);
  const at = ill();
  log.reply("first answer");
  log.user([{ text: "second question" }]);
  log.reply("second answer");
  return at;
}

const call = { id: "call_1", name: "run_shell_command", args: { command: "make" } };
const answered = (output: unknown) => ({
  ...call,
  status: "success",
  timestamp: "2026-11-16T01:00:02.000Z",
  result: [{ functionResponse: { id: call.id, name: call.name, response: { output } } }],
});

/** A tool said this in the first turn. */
function answering(output: unknown): (log: GeminiLog) => LineStart {
  return (log) => around(log, () => log.reply("", { toolCalls: [answered(output)] }));
}

/** The first question came with this image. */
function showing(data: string): (log: GeminiLog) => LineStart {
  return (log) => {
    const at = log.user([{ text: "first question" }, { inlineData: { mimeType: "image/png", data } }]);
    log.reply("first answer");
    log.user([{ text: "second question" }]);
    log.reply("second answer");
    return at;
  };
}

export const geminiCases: readonly AilingCase<GeminiLog>[] = [
  {
    name: "a call without output in an earlier turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "model",
    told: /No tool output found for the tool call/,
    write: (log) => around(log, () => log.reply("", { toolCalls: [{ ...call, status: "executing" }] })),
  },
  {
    name: "a call without output in the last turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "model",
    told: /No tool output found for the tool call/,
    write(log) {
      log.user([{ text: "first question" }]);
      return log.reply("", { toolCalls: [{ ...call, status: "executing" }] });
    },
  },
  {
    name: "an output without call",
    kind: "orphan-output",
    strict: { pairedCalls: true },
    naive: "model",
    told: /No tool call found for the tool output/,
    write: (log) =>
      around(log, () => log.user([{ functionResponse: { id: "call_9", name: "x", response: { output: "made it" } } }])),
  },
  {
    name: "an output that stands twice, as Gemini CLI itself writes it",
    kind: "duplicate-output",
    strict: { pairedCalls: true },
    naive: "model",
    told: /No tool call found for the tool output/,
    write: (log) =>
      around(log, () => {
        log.reply("", { toolCalls: [answered("made it")] });
        return log.user(answered("made it").result);
      }),
  },
  {
    name: "thought that another model signed",
    kind: "foreign-reasoning",
    strict: { ownReasoning: true },
    naive: "model",
    told: /signature/i,
    write: (log) =>
      around(log, () =>
        log.reply([{ text: "Hm.", thoughtSignature: "QW5vdGhlciBtb2RlbA==" }], {
          model: "gemini-3-pro-preview",
        }),
      ),
  },
  {
    name: "half a character in an output",
    kind: "lone-surrogate",
    strict: { cleanText: true },
    naive: "model",
    told: /Lone surrogate/,
    write: answering("made \ud83c"),
  },
  { ...nulInOutput, write: answering("made \0") },
  { ...longOutput, write: answering(tooLongText) },
  {
    name: "an image that is none",
    kind: "broken-image",
    strict: { soundImages: true },
    naive: "model",
    told: /valid image/,
    write: showing(Buffer.from("this is no image at all").toString("base64")),
  },
  {
    name: "an image that is too large",
    kind: "oversized-image",
    strict: { maxImageBytes: 5 * 1024 * 1024 },
    naive: "model",
    told: /image exceeds/,
    write: showing(noisePng(1200, 1200)),
  },
  {
    name: "a context that is full",
    kind: "context-full",
    strict: { maxTokens: 60_000 },
    naive: "model",
    told: /this model takes 60000/,
    write(log) {
      log.user([{ text: "first question" }]);
      log.reply("word ".repeat(100_000));
      log.user([{ text: "second question" }]);
      return log.record({
        id: "00000000-0000-4000-8000-0000000000ee",
        timestamp: "2026-11-16T01:01:00.000Z",
        type: "error",
        content: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      });
    },
  },
  {
    name: "a line that cannot be read",
    kind: "unreadable-line",
    strict: {},
    naive: "healed",
    told: /second answer/,
    write: (log) => around(log, () => log.line('{"id":"torn","type":"gemini","content":"hal')),
  },
];

/** Nothing is wrong with it. */
export function writeHealthyGemini(log: GeminiLog): LineStart {
  const at = showing(noisePng(4, 4))(log);
  log.user([{ text: "third question" }]);
  log.reply("", { toolCalls: [answered("made 🎉")] });
  log.reply("third answer");
  return at;
}
