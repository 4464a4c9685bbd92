import type { ClaudeSession } from "../decoding/claude/claude-session.ts";
import { type AilingCase, type HarmlessCase, type LineStart, told } from "./case.ts";
import { around, claudeCases, latest } from "./claude-cases.ts";
import { noisePng } from "./png.ts";

type Case = AilingCase<ClaudeSession>;

const inFirst = (write: (session: ClaudeSession) => LineStart) => (session: ClaudeSession) =>
  around(session, () => write(session));

/** Returns where it is. */
function call(
  session: ClaudeSession,
  { id = "toolu_1", name = "Bash", input = { command: "make" } as unknown, reply = "msg_call" } = {},
): LineStart {
  session.call(id, name, input as Record<string, unknown>, { messageId: reply });
  return latest(session);
}

function result(
  session: ClaudeSession,
  content: unknown = "made it",
  { id = "toolu_1", isError = false } = {},
): LineStart {
  session.result(id, content, isError ? { isError } : {});
  return latest(session);
}

function reply(session: ClaudeSession, content: unknown): LineStart {
  const message = { id: "msg_x", type: "message", role: "assistant", model: "claude-opus-5-5", content };
  session.line({ type: "assistant", message });
  return latest(session);
}

function prompt(session: ClaudeSession, content: unknown): LineStart {
  session.line({ type: "user", message: { role: "user", content } });
  return latest(session);
}

function calling(ailing: Pick<Case, "name" | "kind" | "told" | "tells">, made: Parameters<typeof call>[1]): Case {
  return {
    naive: "model",
    ...ailing,
    write: inFirst((session) => {
      const at = call(session, made);
      result(session, "made it", { id: made?.id ?? "toolu_1" });
      return at;
    }),
  };
}

const badId = { kind: "bad-call-id", told: /tool_use\.id/, tells: told("make", "made it") } as const;
const badName = { kind: "bad-tool-name", told: /tool_use\.name/, tells: told("make", "made it") } as const;
const badInput = { kind: "bad-tool-input", told: /tool_use\.input/ } as const;
const image = (data: string, type = "image/png") => ({
  type: "image",
  source: { type: "base64", media_type: type, data },
});
/** Claude Code sends it, and once more without it when it is refused. */
const dropped = {
  naive: "healed",
  told: /second answer/,
  untold: /"media_type"/,
  tells: told("make"),
} as const;
const pdf = (text: string) => ({
  type: "document",
  source: { type: "base64", media_type: "application/pdf", data: Buffer.from(text).toString("base64") },
});

/** The output of a tool is this. */
function resulting(
  ailing: Pick<Case, "name" | "kind" | "told" | "tells"> & Partial<Case>,
  content: unknown,
  how: { isError?: boolean } = {},
): Case {
  return {
    naive: "model",
    ...ailing,
    write: inFirst((session) => {
      call(session);
      return result(session, content, how);
    }),
  };
}

const blockCases: readonly Case[] = [
  {
    name: "two calls with one id",
    kind: "duplicate-call-id",
    naive: "healed",
    told: /Tool use interrupted/,
    untold: /made two/,
    tells: told("make", "made it", "test", "made two"),
    write: inFirst((session) => {
      call(session);
      result(session);
      const at = call(session, { input: { command: "test" }, reply: "msg_again" });
      result(session, "made two");
      return at;
    }),
  },
  calling({ name: "a call id with other characters", ...badId }, { id: "functions.Bash:0" }),
  calling({ name: "an empty call id", ...badId }, { id: "" }),
  calling({ name: "an empty tool name", ...badName }, { name: "" }),
  calling({ name: "a tool name with other characters", ...badName }, { name: "my tool!" }),
  calling({ name: "a tool name of 210 characters", ...badName }, { name: "n".repeat(210) }),
  calling({ name: "input that is a text", ...badInput, tells: told("make", "made it") }, { input: "make" }),
  calling({ name: "input that is a list", ...badInput, tells: told("make", "made it") }, { input: ["make"] }),
  calling({ name: "input that is null", ...badInput, tells: told("made it") }, { input: null }),
  {
    name: "a reply with an unknown block",
    kind: "unknown-block",
    naive: "model",
    told: /'hologram'/,
    tells: told("seen so far"),
    write: inFirst((session) =>
      reply(session, [
        { type: "text", text: "seen so far" },
        { type: "hologram", data: "x" },
      ]),
    ),
  },
  {
    name: "a prompt with an unknown block",
    kind: "unknown-block",
    naive: "model",
    told: /'hologram'/,
    tells: told("look at it"),
    write: inFirst((session) =>
      prompt(session, [
        { type: "text", text: "look at it" },
        { type: "hologram", data: "x" },
      ]),
    ),
  },
  {
    name: "thinking in a prompt",
    kind: "unknown-block",
    naive: "model",
    told: /'thinking'/,
    tells: told("think it over"),
    write: inFirst((session) => {
      const thinking = { type: "thinking", thinking: "Hm.", signature: "signature_0123456789abcdef01234567" };
      return prompt(session, [{ type: "text", text: "think it over" }, thinking]);
    }),
  },
  resulting(
    {
      name: "an output with an unknown block",
      kind: "unknown-block",
      told: /'hologram'/,
      tells: told("made it"),
    },
    [
      { type: "text", text: "made it" },
      { type: "hologram", data: "x" },
    ],
  ),
  {
    name: "an output before its call",
    kind: "misplaced-output",
    naive: "healed",
    told: /made it/,
    tells: told("make", "made it"),
    write: inFirst((session) => {
      const at = result(session);
      call(session);
      return at;
    }),
  },
  {
    name: "two outputs for a call",
    kind: "duplicate-output",
    naive: "healed",
    told: /made it/,
    untold: /made again/,
    tells: told("make", "made it", "made again"),
    write: inFirst((session) => {
      call(session);
      result(session);
      return result(session, "made again");
    }),
  },
  {
    name: "a reply between a call and its output",
    kind: "misplaced-output",
    naive: "healed",
    told: /Tool result missing/,
    untold: /made it/,
    tells: told("make", "made it", "meanwhile"),
    write: inFirst((session) => {
      call(session);
      session.reply("meanwhile", { messageId: "msg_between" });
      return result(session);
    }),
  },
  {
    name: "an output behind other words of its message",
    kind: "misplaced-output",
    naive: "model",
    told: /tool use concurrency issues/,
    tells: told("make", "made it", "in front of it"),
    write: inFirst((session) => {
      call(session);
      const output = { type: "tool_result", tool_use_id: "toolu_1", content: "made it" };
      return prompt(session, [{ type: "text", text: "in front of it" }, output]);
    }),
  },
  {
    name: "a reply first",
    kind: "bad-order",
    naive: "model",
    told: /first message must use/,
    tells: ["earlier answer", ...told()],
    write(session) {
      session.reply("earlier answer");
      const at = latest(session);
      around(session, () => at);
      return at;
    },
  },
  resulting({ name: "a failure that says nothing", kind: "empty-content", told: /is_error/, tells: told("make") }, "", {
    isError: true,
  }),
  resulting(
    { name: "a failure with an empty list", kind: "empty-content", told: /is_error/, tells: told("make") },
    [],
    { isError: true },
  ),
  resulting(
    {
      name: "an output with an empty text",
      kind: "empty-content",
      told: /must be non-empty/,
      tells: told("make"),
    },
    [{ type: "text", text: "" }],
  ),
  resulting({ name: "an image of a type that no model takes", kind: "broken-image", ...dropped }, [
    image(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64"), "image/svg+xml"),
  ]),
  resulting({ name: "an image without data", kind: "broken-image", ...dropped }, [image("")]),
  resulting({ name: "an image of 9000 pixels", kind: "oversized-image", ...dropped }, [image(noisePng(9000, 2))]),
  resulting({ name: "an image of 2500 pixels among many", kind: "oversized-image", ...dropped }, [
    ...Array.from({ length: 21 }, () => image(noisePng(4, 4))),
    image(noisePng(2500, 2)),
  ]),
  {
    name: "a uuid that comes twice",
    kind: "duplicate-item-id",
    naive: "healed",
    told: /said then/,
    untold: /said once/,
    tells: told("said once", "in between", "said then"),
    write: inFirst((session) => {
      const uuid = session.reply("said once", { messageId: "msg_once" });
      session.prompt("in between");
      session.reply("said then", { messageId: "msg_then", uuid });
      return latest(session);
    }),
  },
  {
    name: "a last message without a time",
    kind: "bad-timestamp",
    naive: "agent",
    told: /No conversation found/,
    tells: [...told(), "third question", "third answer"],
    write(session) {
      around(session, () => ({ line: 0, byteOffset: 0 }));
      session.prompt("third question");
      session.reply("third answer", { timestamp: "yesterday" });
      return latest(session);
    },
  },
];

export const everyClaudeCase: readonly Case[] = [...claudeCases, ...blockCases];

export const harmlessClaude: readonly HarmlessCase<ClaudeSession>[] = [
  {
    name: "texts that are empty, blank, null or missing",
    tells: told(),
    write: inFirst((session) => {
      prompt(session, "");
      prompt(session, null);
      prompt(session, []);
      prompt(session, [{ type: "text", text: "" }, image(noisePng(4, 4))]);
      for (const text of ["", "  \n", null]) reply(session, [{ type: "text", text }]);
      return reply(session, []);
    }),
  },
  {
    name: "parents that are missing, form a circle or name the line itself",
    tells: told("lost one", "round and round"),
    write: inFirst((session) => {
      session.reply("lost one", {
        parentUuid: "99999999-9999-4999-8999-999999999999",
        messageId: "msg_lost",
      });
      const uuid = session.reply("round and round", { messageId: "msg_round" });
      session.lines[0] = (session.lines[0] ?? "").replace('"parentUuid":null', `"parentUuid":"${uuid}"`);
      return latest(session);
    }),
  },
  {
    name: "roles, sessions, times and ids that are not the usual ones, and a line told twice",
    tells: told("strange voice", "of another", "said early", "named oddly"),
    write: inFirst((session) => {
      session.line({ type: "user", message: { role: "tool", content: "strange voice" } });
      session.reply("of another", { messageId: "m1", sessionId: "22222222-2222-4222-8222-222222222222" });
      session.reply("said early", { messageId: "m2", timestamp: "2020-01-01T00:00:00.000Z" });
      session.reply("named oddly", { messageId: "m3", uuid: "not-a-uuid" });
      session.lines.push(session.lines.at(-1) ?? "");
      return latest(session);
    }),
  },
  {
    name: "long call ids, prompts between a call and its output, and control characters",
    tells: told("make", "made \\u0001", "in between"),
    write: inFirst((session) => {
      const id = "t".repeat(90);
      call(session, { id });
      session.prompt("in between");
      return result(session, "made \u0001\u001b[31m\u2028", { id });
    }),
  },
  {
    name: "documents that are none, or locked: Claude Code leaves them out when they are refused",
    tells: told("read it", "read that too"),
    write: inFirst((session) => {
      prompt(session, [{ type: "text", text: "read it" }, pdf("<html>no pdf</html>")]);
      return prompt(session, [{ type: "text", text: "read that too" }, pdf("%PDF-1.4\n/Encrypt 5 0 R\n%%EOF")]);
    }),
  },
];
