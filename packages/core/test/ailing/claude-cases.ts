import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ClaudeSession } from "../decoding/claude/claude-session.ts";
import { type AilingCase, type AilingSession, type LineStart, longOutput, nulInOutput, tooLongText } from "./case.ts";
import { noisePng } from "./png.ts";

/** Puts the session of this case into a home of Claude Code. */
export async function placeClaude(
  ailing: Pick<AilingCase<ClaudeSession>, "write">,
  home: { home: string; cwd: string; thread: string },
): Promise<AilingSession> {
  const session = new ClaudeSession(home.thread, home.cwd);
  const at = ailing.write(session);
  const folder = join(home.home, ".claude", "projects", home.cwd.replace(/[^a-zA-Z0-9]/g, "-"));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${home.thread}.jsonl`);
  await writeFile(path, session.text());
  return { thread: home.thread, path, at };
}

/** Of the line written last. */
export function latest(session: ClaudeSession): LineStart {
  const before = session.lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join("");
  return { line: session.lines.length, byteOffset: Buffer.byteLength(before) };
}

export function around(session: ClaudeSession, ill: () => LineStart): LineStart {
  session.prompt("first question");
  const at = ill();
  session.reply("first answer", { messageId: "msg_first" });
  session.prompt("second question");
  session.reply("second answer", { messageId: "msg_second" });
  return at;
}

/** An answer of a tool with this content stands in the first turn. */
function answering(content: unknown): (session: ClaudeSession) => LineStart {
  return (session) =>
    around(session, () => {
      session.call("toolu_1", "Bash", { command: "make" }, { messageId: "msg_call" });
      session.result("toolu_1", content);
      return latest(session);
    });
}

const image = (data: string) => [{ type: "image", source: { type: "base64", media_type: "image/png", data } }];

export const claudeCases: readonly AilingCase<ClaudeSession>[] = [
  {
    name: "a call without output in an earlier turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /second answer/,
    untold: /toolu_1/,
    write: (session) =>
      around(session, () => {
        session.call("toolu_1", "Bash", { command: "make" }, { messageId: "msg_call" });
        return latest(session);
      }),
  },
  {
    name: "a call without output in the last turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /Tool call interrupted: the session ended before this call's result was recorded/,
    write(session) {
      session.prompt("first question");
      session.call("toolu_1", "Bash", { command: "make" }, { messageId: "msg_call" });
      return latest(session);
    },
  },
  {
    name: "an output without call",
    kind: "orphan-output",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /second answer/,
    untold: /made it/,
    write: (session) =>
      around(session, () => {
        session.result("toolu_1", "made it");
        return latest(session);
      }),
  },
  {
    name: "thinking without a signature",
    kind: "foreign-reasoning",
    strict: { ownReasoning: true },
    naive: "healed",
    told: /first answer/,
    untold: /"thinking":"Hm\."/,
    write: (session) =>
      around(session, () => {
        const block = { type: "thinking", thinking: "Hm.", signature: "" };
        const message = {
          id: "msg_first",
          type: "message",
          role: "assistant",
          model: "claude-opus-5-5",
          content: [block],
        };
        session.line({ type: "assistant", message });
        return latest(session);
      }),
  },
  {
    name: "half a character in an output",
    kind: "lone-surrogate",
    strict: { cleanText: true },
    naive: "healed",
    told: /made \uFFFD/,
    write: answering("made \ud83c"),
  },
  { ...nulInOutput, write: answering("made \0") },
  { ...longOutput, write: answering(tooLongText) },
  {
    name: "an image that is none",
    kind: "broken-image",
    strict: { soundImages: true },
    naive: "healed",
    told: /second answer/,
    untold: /"media_type"/,
    write: answering(image(Buffer.from("this is no image at all").toString("base64"))),
  },
  {
    name: "an image that is too large",
    kind: "oversized-image",
    strict: { maxImageBytes: 5 * 1024 * 1024 },
    naive: "agent",
    told: /image/i,
    write: answering(image(noisePng(1200, 1200))),
  },
  {
    name: "a context that is full",
    kind: "context-full",
    strict: { maxTokens: 60_000 },
    naive: "model",
    told: /this model takes 60000|too long/i,
    write(session) {
      session.prompt("first question");
      session.reply("word ".repeat(100_000));
      session.prompt("second question");
      session.line({
        type: "assistant",
        isApiErrorMessage: true,
        error: "invalid_request",
        message: {
          id: "e1",
          type: "message",
          role: "assistant",
          model: "<synthetic>",
          content: [{ type: "text", text: "Prompt is too long" }],
        },
      });
      return latest(session);
    },
  },
  {
    name: "a reply that names no parent",
    kind: "broken-chain",
    strict: {},
    naive: "lost",
    told: /second answer/,
    untold: /first question/,
    write: (session) =>
      around(session, () => {
        session.reply("of its own", { messageId: "msg_own", parentUuid: null });
        return latest(session);
      }),
  },
  {
    name: "a line that cannot be read",
    kind: "unreadable-line",
    strict: {},
    naive: "healed",
    told: /second answer/,
    write: (session) =>
      around(session, () => {
        session.lines.push('{"type":"assistant","message":{"role":"assi');
        return latest(session);
      }),
  },
];

/** Nothing is wrong with it. */
export function writeHealthyClaude(session: ClaudeSession): LineStart {
  return answering([{ type: "text", text: "made 🎉" }, ...image(noisePng(4, 4))])(session);
}
