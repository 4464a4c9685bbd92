import { type AilingCase, type HarmlessCase, type LineStart, told } from "./case.ts";
import { around, codexCases } from "./codex-cases.ts";
import type { CodexRollout } from "./codex-rollout.ts";

type Case = AilingCase<CodexRollout>;
type Fields = Record<string, unknown>;

const inFirst = (write: (rollout: CodexRollout) => LineStart) => (rollout: CodexRollout) => around(rollout, write);
const message = (role: string, content: unknown, more: Fields = {}) => ({
  type: "message",
  role,
  content,
  ...more,
});
const input = (text: string) => [{ type: "input_text", text }];
const call = (id: unknown, name: unknown = "exec_command", args: unknown = '{"cmd":"make"}') => ({
  type: "function_call",
  name,
  arguments: args,
  call_id: id,
});
const output = (id: string, text: unknown = "made it") => ({
  type: "function_call_output",
  call_id: id,
  output: text,
});

/** A call with this id, and its output. */
function withId(name: string, id: string, refused: RegExp): Case {
  return {
    name,
    kind: "bad-call-id",
    naive: "model",
    told: refused,
    tells: told("make", "made it"),
    write: inFirst((rollout) => {
      const at = rollout.item(call(id));
      rollout.item(output(id));
      return at;
    }),
  };
}

function withName(name: string, tool: string, refused: RegExp): Case {
  return {
    name,
    kind: "bad-tool-name",
    naive: "model",
    told: refused,
    tells: told("made it"),
    write: inFirst((rollout) => {
      const at = rollout.item(call("c1", tool, "{}"));
      rollout.item(output("c1"));
      return at;
    }),
  };
}

/** An item that Codex cannot read. */
function leftOut(name: string, item: Fields, kept: string): Case {
  return {
    name,
    kind: "malformed-item",
    naive: "healed",
    told: /second answer/,
    untold: new RegExp(kept),
    tells: told(kept),
    write: inFirst((rollout) => rollout.item(item)),
  };
}

function withItemId(name: string, id: string, refused: RegExp): Case {
  return {
    name,
    kind: "bad-item-id",
    naive: "model",
    told: refused,
    tells: told("named oddly"),
    write: inFirst((rollout) => rollout.reply("named oddly", { id })),
  };
}

const itemCases: readonly Case[] = [
  {
    name: "two calls with one id",
    kind: "duplicate-call-id",
    naive: "model",
    told: /Duplicate call_id/,
    tells: told("make", "made it", "test", "made two"),
    write: inFirst((rollout) => {
      rollout.item(call("c1"));
      rollout.item(output("c1"));
      const at = rollout.item(call("c1", "exec_command", '{"cmd":"test"}'));
      rollout.item(output("c1", "made two"));
      return at;
    }),
  },
  withId("a call id of 90 characters", "c".repeat(90), /call_id': string too long/),
  withId("an empty call id", "", /call_id': empty string/),
  withName("an empty tool name", "", /name': empty string/),
  withName("a tool name with other characters", "my tool.v2!", /does not match pattern/),
  withName("a tool name of 150 characters", "n".repeat(150), /name': string too long/),
  {
    name: "a message of a foreign role",
    kind: "bad-role",
    naive: "model",
    told: /Invalid value: 'critic'/,
    tells: told("strange voice"),
    write: inFirst((rollout) => rollout.item(message("critic", input("strange voice")))),
  },
  {
    name: "a prompt with a block of a reply",
    kind: "bad-role",
    naive: "model",
    told: /Invalid value: 'output_text'/,
    tells: told("wrong block"),
    write: inFirst((rollout) => rollout.item(message("user", [{ type: "output_text", text: "wrong block" }]))),
  },
  {
    name: "a reply with a block of a prompt",
    kind: "bad-role",
    naive: "model",
    told: /Invalid value: 'input_text'/,
    tells: told("wrong block"),
    write: inFirst((rollout) => rollout.reply("wrong block", { content: input("wrong block") })),
  },
  {
    name: "an output before its call",
    kind: "misplaced-output",
    naive: "model",
    told: /No tool call found/,
    tells: told("make", "made it"),
    write: inFirst((rollout) => {
      const at = rollout.item(output("c1"));
      rollout.item(call("c1"));
      return at;
    }),
  },
  {
    name: "two outputs for a call",
    kind: "duplicate-output",
    naive: "model",
    told: /No tool call found/,
    tells: told("make", "made it", "made again"),
    write: inFirst((rollout) => {
      rollout.item(call("c1"));
      rollout.item(output("c1"));
      return rollout.item(output("c1", "made again"));
    }),
  },
  {
    name: "a message without content",
    kind: "empty-content",
    naive: "model",
    told: /content': empty array/,
    tells: told(),
    write: inFirst((rollout) => rollout.item(message("user", []))),
  },
  withItemId("an item id without its prefix", "review_rollout_user", /begins with 'msg'/),
  withItemId("an item id of 400 characters", `msg_${"x".repeat(396)}`, /id': string too long/),
  withItemId("an item id with other characters", "msg_a/b+c=", /contains letters, numbers/),
  {
    name: "a patch with the id of a function call",
    kind: "bad-item-id",
    naive: "model",
    told: /begins with 'ctc'/,
    tells: told("Begin Patch"),
    write: inFirst((rollout) => {
      const patch = "*** Begin Patch\n*** End Patch";
      const at = rollout.item({
        type: "custom_tool_call",
        id: "fc_08d2",
        call_id: "c1",
        name: "apply_patch",
        input: patch,
      });
      rollout.item({ type: "custom_tool_call_output", call_id: "c1", output: "made it" });
      return at;
    }),
  },
  {
    name: "an item id that comes twice",
    kind: "duplicate-item-id",
    naive: "model",
    told: /Duplicate item found/,
    tells: told("said once", "said then"),
    write: inFirst((rollout) => {
      rollout.reply("said once", { id: "msg_same" });
      return rollout.reply("said then", { id: "msg_same" });
    }),
  },
  {
    name: "an image whose address is no URL",
    kind: "broken-image",
    naive: "model",
    told: /Expected a valid URL/,
    tells: told("/tmp/shot.png"),
    write: inFirst((rollout) => rollout.item(message("user", [{ type: "input_image", image_url: "/tmp/shot.png" }]))),
  },
  {
    name: "an image of a type that no model takes",
    kind: "broken-image",
    naive: "healed",
    told: /image content omitted/,
    tells: told("image/bmp"),
    write: inFirst((rollout) => {
      const image_url = `data:image/bmp;base64,${Buffer.from("BM0000000000000000").toString("base64")}`;
      return rollout.item(message("user", [{ type: "input_image", image_url }]));
    }),
  },
  {
    name: "a web search with an action of its own",
    kind: "unknown-block",
    naive: "model",
    told: /Invalid value: 'other'/,
    tells: told("web_search"),
    write: inFirst((rollout) =>
      rollout.item({ type: "web_search_call", id: "ws_1", status: "completed", action: { type: "gaze" } }),
    ),
  },
  {
    name: "a compaction that another provider sealed",
    kind: "foreign-reasoning",
    naive: "model",
    told: /encrypted content .* could not be verified/i,
    write(rollout) {
      rollout.header();
      rollout.begin("first question", { provider: "elsewhere" });
      const at = rollout.item({ type: "compaction", encrypted_content: "gAAAAABelsewhere" });
      rollout.reply("first answer");
      rollout.end();
      rollout.begin("second question");
      rollout.reply("second answer");
      rollout.end();
      return at;
    },
  },
  leftOut(
    "a message with an unknown block",
    message("user", [...input("heard it"), { type: "input_video", data: "x" }]),
    "heard it",
  ),
  leftOut("a message whose content is a text", message("user", "plain words"), "plain words"),
  leftOut("a text block of another API", message("user", [{ type: "text", text: "foreign words" }]), "foreign words"),
  {
    name: "a text block without text",
    kind: "malformed-item",
    naive: "healed",
    told: /second answer/,
    tells: told(),
    write: inFirst((rollout) => rollout.item(message("user", [{ type: "input_text", text: null }]))),
  },
  {
    name: "a call whose arguments are no text",
    kind: "malformed-item",
    naive: "healed",
    told: /second answer/,
    untold: /made it/,
    tells: told("make", "made it"),
    write: inFirst((rollout) => {
      const at = rollout.item(call("c1", "exec_command", { cmd: "make" }));
      rollout.item(output("c1"));
      return at;
    }),
  },
  {
    name: "an output that is null",
    kind: "malformed-item",
    naive: "healed",
    told: /"output":"aborted"/,
    tells: told("make"),
    write: inFirst((rollout) => {
      rollout.item(call("c1"));
      return rollout.item(output("c1", null));
    }),
  },
  {
    name: "an item without a timestamp",
    kind: "malformed-item",
    naive: "healed",
    told: /second answer/,
    untold: /timeless words/,
    tells: told("timeless words"),
    write: inFirst((rollout) => {
      const payload = message("user", input("timeless words"));
      const line = { ordinal: rollout.nextOrdinal, type: "response_item", payload };
      rollout.skipOrdinal();
      return rollout.raw(JSON.stringify(line));
    }),
  },
  {
    name: "a file without its header",
    kind: "missing-header",
    naive: "agent",
    told: /session metadata/,
    tells: ["first question", "first answer"],
    write(rollout) {
      rollout.begin("first question");
      rollout.reply("first answer");
      rollout.end();
      return { line: 1, byteOffset: 0 };
    },
  },
  {
    name: "a second header",
    kind: "second-header",
    naive: "healed",
    told: /second answer/,
    untold: /first question/,
    tells: told(),
    write: inFirst((rollout) => rollout.header()),
  },
];

export const everyCodexCase: readonly Case[] = [...codexCases, ...itemCases];

export const harmlessCodex: readonly HarmlessCase<CodexRollout>[] = [
  {
    name: "a reply before the first prompt, and two prompts in a row",
    tells: ["earlier answer", "first question", "another one", "first answer"],
    write(rollout) {
      rollout.header();
      rollout.reply("earlier answer");
      rollout.begin("first question");
      rollout.item(message("user", input("another one")));
      rollout.reply("first answer");
      rollout.end();
    },
  },
  {
    name: "control characters, blank texts, empty outputs and arguments that are no JSON",
    tells: told("make", "made \\u0001", "{not json"),
    write: inFirst((rollout) => {
      rollout.item(message("user", input(" ")));
      rollout.item(call("functions.exec:0"));
      rollout.item(output("functions.exec:0", "made \u0001\u001b[31m\u2028"));
      rollout.item(call("c2", "exec_command", "{not json"));
      return rollout.item(output("c2", ""));
    }),
  },
  {
    name: "times that go back, and another header before the first item",
    tells: told("said early"),
    write(rollout) {
      rollout.header();
      rollout.header({ id: "01a1e0ba-0000-7000-8000-000000000000" });
      rollout.begin("first question");
      const payload = message("user", input("said early"));
      const line = {
        timestamp: "2020-01-01T00:00:00.000Z",
        ordinal: rollout.nextOrdinal,
        type: "response_item",
        payload,
      };
      rollout.skipOrdinal();
      rollout.raw(JSON.stringify(line));
      rollout.reply("first answer");
      rollout.end();
      rollout.begin("second question");
      rollout.reply("second answer");
      rollout.end();
    },
  },
];
