import { type AilingCase, type HarmlessCase, type LineStart, told } from "./case.ts";
import { around, type GeminiLog, geminiCases } from "./gemini-cases.ts";
import { noisePng } from "./png.ts";

type Case = AilingCase<GeminiLog>;
type Fields = Record<string, unknown>;

const inFirst = (write: (log: GeminiLog) => LineStart) => (log: GeminiLog) => around(log, () => write(log));
const answerOf = (call: Fields, response: unknown, more: Fields = {}) => ({
  functionResponse: { id: call.id, name: call.name, response, ...more },
});

/** A call with its answer, as Gemini CLI records them. */
function tool(over: Fields = {}, response: unknown = { output: "made it" }, more: Fields = {}): Fields {
  const call = { id: "call_1", name: "run_shell_command", args: { command: "make" }, ...over };
  return { ...call, status: "success", result: [answerOf(call, response, more)] };
}

function recording(ailing: Pick<Case, "name" | "kind" | "told" | "tells">, ...toolCalls: Fields[]): Case {
  return { ...ailing, naive: "model", write: inFirst((log) => log.reply("", { toolCalls })) };
}

const badName = {
  kind: "bad-tool-name",
  told: /Invalid function name/,
  tells: told("make", "made it"),
} as const;
const badInput = {
  kind: "bad-tool-input",
  told: /function_call\.args/,
  tells: told("make", "made it"),
} as const;
const badOutput = {
  kind: "bad-tool-output",
  told: /function_response/,
  tells: told("make", "made it"),
} as const;
const asked = { functionCall: { id: "call_1", name: "run_shell_command", args: { command: "make" } } };

const partCases: readonly Case[] = [
  recording({ name: "an empty tool name", ...badName }, tool({ name: "" })),
  recording({ name: "a tool name with other characters", ...badName }, tool({ name: "my tool!" })),
  recording({ name: "a tool name of 150 characters", ...badName }, tool({ name: "n".repeat(150) })),
  recording({ name: "input that is a text", ...badInput }, tool({ args: "make" })),
  recording({ name: "input that is a list", ...badInput }, tool({ args: ["make"] })),
  recording({ name: "an output that is a text", ...badOutput }, tool({}, "made it")),
  recording({ name: "an output that is null", ...badOutput, tells: told("make") }, tool({}, null)),
  recording(
    { name: "an output without the name of its tool", ...badOutput },
    tool({}, { output: "made it" }, { name: undefined }),
  ),
  recording(
    { name: "an output with the id of another call", ...badOutput, told: /No tool call found/ },
    tool({}, { output: "made it" }, { id: "call_9" }),
  ),
  recording(
    {
      name: "a call that is answered by a text part",
      kind: "orphan-call",
      told: /No tool output/,
      tells: told("make", "made it"),
    },
    { ...tool(), result: [{ text: "made it" }] },
  ),
  recording(
    {
      name: "one of two calls without an output",
      kind: "orphan-call",
      told: /No tool output/,
      tells: told("make", "made it", "test"),
    },
    tool(),
    { ...tool({ id: "call_2", args: { command: "test" } }), status: "cancelled", result: [] },
  ),
  recording(
    {
      name: "two outputs for a call",
      kind: "duplicate-output",
      told: /No tool call found/,
      tells: told("make", "made it", "made again"),
    },
    {
      ...tool(),
      result: [
        answerOf({ id: "call_1", name: "run_shell_command" }, { output: "made it" }),
        answerOf({ id: "call_1", name: "run_shell_command" }, { output: "made again" }),
      ],
    },
  ),
  {
    name: "an output before its call",
    kind: "misplaced-output",
    naive: "model",
    told: /No tool call found/,
    tells: told("make", "made it"),
    write: inFirst((log) => {
      const at = log.user([answerOf({ id: "call_1", name: "run_shell_command" }, { output: "made it" })]);
      log.reply([asked]);
      return at;
    }),
  },
  {
    name: "a prompt with an unknown part",
    kind: "unknown-block",
    naive: "model",
    told: /oneof field/,
    tells: told("look at it"),
    write: inFirst((log) => log.user([{ text: "look at it" }, { hologram: { data: "x" } }])),
  },
  {
    name: "a prompt with an empty part",
    kind: "unknown-block",
    naive: "model",
    told: /oneof field/,
    tells: told("look at it"),
    write: inFirst((log) => log.user([{ text: "look at it" }, {}])),
  },
  {
    name: "a reply with an unknown part",
    kind: "unknown-block",
    naive: "model",
    told: /oneof field/,
    tells: told("seen so far"),
    write: inFirst((log) => log.reply([{ text: "seen so far" }, { hologram: { data: "x" } }])),
  },
  {
    name: "an image of a type that its models do not take",
    kind: "broken-image",
    naive: "model",
    told: /Unsupported MIME type/,
    tells: told("look at it", "image/gif"),
    write: inFirst((log) => {
      const data = Buffer.from("GIF89a\x01\x00\x01\x00;", "latin1").toString("base64");
      return log.user([{ text: "look at it" }, { inlineData: { mimeType: "image/gif", data } }]);
    }),
  },
  {
    name: "a header of another session",
    kind: "second-header",
    naive: "agent",
    told: /Invalid session identifier/,
    tells: told(),
    write: inFirst((log) => {
      const sessionId = "22222222-2222-4222-8222-222222222222";
      const startTime = "2026-11-16T01:00:00.000Z";
      return log.record({ sessionId, projectHash: "x", startTime, lastUpdated: startTime, kind: "main" });
    }),
  },
  {
    name: "messages that a load in the minute of their session replaced by none",
    kind: "emptied",
    naive: "agent",
    told: /No previous sessions found/,
    tells: told(),
    write(log) {
      inFirst(() => ({ line: 0, byteOffset: 0 }))(log);
      log.record(JSON.parse(log.lines[0] ?? ""));
      const context = {
        id: "00000000-0000-4000-8000-0000000000cc",
        timestamp: "2026-11-16T01:00:30.000Z",
        type: "user",
      };
      const messages = [{ ...context, content: [{ text: "<session_context>\nA folder.\n</session_context>" }] }];
      return log.record({ $set: { messages } });
    },
  },
  {
    name: "a prompt that begins like a command",
    kind: "skipped-prompt",
    naive: "healed",
    told: /second answer/,
    untold: /srv\/app is broken/,
    tells: told("/srv/app is broken"),
    write: inFirst((log) => log.user([{ text: "/srv/app is broken" }])),
  },
];

const separated: Case = {
  name: "a record with a line separator",
  kind: "malformed-item",
  naive: "healed",
  told: /second answer/,
  untold: /made it/,
  tells: told("make", "made it"),
  write: inFirst((log) => log.reply("", { toolCalls: [tool({}, { output: "made it\u2028" })] })),
};

export const everyGeminiCase: readonly Case[] = [...geminiCases, ...partCases, separated];

export const harmlessGemini: readonly HarmlessCase<GeminiLog>[] = [
  {
    name: "messages without text, and a message of an unknown type",
    tells: told(),
    write: inFirst((log) => {
      for (const content of [[], [{ text: "" }], [{ text: "  " }], [{ text: null }], "", null, 7]) log.user(content);
      for (const content of ["", [], null]) log.reply(content);
      return log.record({
        id: "00000000-0000-4000-8000-0000000000aa",
        type: "assistant",
        content: "unheard",
      });
    }),
  },
  {
    name: "a reply first, two prompts in a row, and a text before its calls",
    tells: ["earlier answer", "first question", "another one", "I run it.", "make", "made it", "first answer"],
    write(log) {
      log.reply("earlier answer");
      log.user([{ text: "first question" }]);
      log.user([{ text: "another one" }]);
      log.reply("I run it.");
      log.reply("", { toolCalls: [tool()] });
      log.reply("first answer");
    },
  },
  {
    name: "call ids that are long, missing or used again, input that is null, and an output that is a text",
    tells: told("make", "made it"),
    write: inFirst((log) => {
      log.reply("", { toolCalls: [tool({ id: "c".repeat(90) })] });
      log.reply("", { toolCalls: [tool({ id: undefined }, { output: "made it" }, { id: undefined })] });
      log.reply("", { toolCalls: [tool({ args: null })] });
      return log.reply("", { toolCalls: [{ ...tool(), result: "made it" }] });
    }),
  },
  {
    name: "times that go back or are missing, large images and control characters",
    tells: told("said early", "look at it", "make", "made "),
    write: inFirst((log) => {
      const id = "00000000-0000-4000-8000-0000000000ab";
      log.record({ id, timestamp: "2020-01-01T00:00:00.000Z", type: "gemini", content: "said early" });
      log.user([{ text: "look at it" }, { inlineData: { mimeType: "image/png", data: noisePng(9000, 2) } }]);
      return log.reply("", { toolCalls: [tool({}, { output: "made \u0001\u001b[31m" })] });
    }),
  },
];
