import type { AilingCase, HarmlessCase, LineStart } from "./case.ts";
import { isCall, type OpencodeStore, opencodeCases, saying } from "./opencode-cases.ts";

type Case = AilingCase<OpencodeStore>;
type Fields = Record<string, unknown>;

/** All that the sound session says. */
const whole = ["first question", "echo made", "made", "first answer", "second question", "second answer"];

/** The call of the sound session, with this otherwise. */
function calling(ailing: Pick<Case, "name" | "kind" | "naive" | "told"> & Partial<Case>, over: Fields): Case {
  const write = (store: OpencodeStore): LineStart => store.change(isCall, (part) => ({ ...part, ...over }));
  return { tells: whole, ...ailing, write };
}

function ending(ailing: Pick<Case, "name" | "kind" | "naive" | "told"> & Partial<Case>, over: Fields): Case {
  const write = (store: OpencodeStore): LineStart =>
    store.change(isCall, (part) => ({ ...part, state: { ...(part.state as Fields), ...over } }));
  return { tells: whole, ...ailing, write };
}

const badName = { kind: "bad-tool-name", naive: "model", told: /function\.name/ } as const;
const badInput = { kind: "bad-tool-input", naive: "model", told: /function\.arguments/ } as const;
const unopened = {
  kind: "malformed-item",
  naive: "agent",
  told: /Invalid prompt|Unexpected server error/,
} as const;
const withoutCommand = ["first question", "made", "first answer", "second question", "second answer"];

const partCases: readonly Case[] = [
  {
    name: "two calls with one id",
    kind: "duplicate-call-id",
    naive: "model",
    told: /Duplicate tool call id/,
    tells: [...whole.slice(0, -1), "test", "made two"],
    write(store) {
      let callID: unknown;
      store.change(isCall, (part) => {
        callID = part.callID;
        return part;
      });
      const state = { status: "completed", input: { command: "test" }, output: "made two", title: "t" };
      return store.change(saying("second answer"), () => ({
        type: "tool",
        tool: "bash",
        callID,
        state: { ...state, metadata: {}, time: { start: 1, end: 2 } },
      }));
    },
  },
  calling(
    { name: "a call id of 90 characters", kind: "bad-call-id", naive: "model", told: /string too long/ },
    { callID: "c".repeat(90) },
  ),
  calling({ name: "an empty call id", kind: "bad-call-id", naive: "model", told: /empty string/ }, { callID: "" }),
  calling({ name: "a call without an id", ...unopened }, { callID: undefined }),
  calling({ name: "an empty tool name", ...badName, tells: withoutCommand }, { tool: "" }),
  calling({ name: "a tool name with other characters", ...badName }, { tool: "my tool!" }),
  calling({ name: "a tool name of 150 characters", ...badName }, { tool: "n".repeat(150) }),
  ending(
    { name: "input that is a text", ...badInput, tells: ["first question", "echo it", "made"] },
    { input: "echo it" },
  ),
  ending({ name: "input that is null", ...badInput, tells: withoutCommand }, { input: null }),
  ending(
    {
      name: "a completed call without output",
      ...unopened,
      tells: ["first question", "echo made", "first answer"],
    },
    { output: undefined },
  ),
  ending({ name: "a completed call without a time", ...unopened }, { time: undefined }),
  calling(
    { name: "a call without a state", ...unopened, tells: ["first question", "first answer"] },
    { state: undefined },
  ),
  {
    name: "a reply whose text is null",
    ...unopened,
    tells: ["first question", "echo made", "second answer"],
    write: (store) => store.change(saying("first answer"), (part) => ({ ...part, text: null })),
  },
  {
    name: "a file without an address",
    ...unopened,
    tells: ["a.png", "echo made", "second answer"],
    write: (store) =>
      store.change(saying("first question"), () => ({ type: "file", mime: "image/png", filename: "a.png" })),
  },
  {
    name: "a reply without a time",
    ...unopened,
    tells: whole,
    write: (store) => store.changeLast(({ time, ...message }) => message),
  },
  {
    name: "a reply without its tokens",
    ...unopened,
    tells: whole,
    write: (store) => store.changeLast(({ tokens, ...message }) => message),
  },
  {
    name: "a message of a foreign role",
    kind: "bad-role",
    naive: "healed",
    told: /second question/,
    untold: /second answer/,
    tells: whole,
    write: (store) => store.changeLast((message) => ({ ...message, role: "critic" })),
  },
];

export const everyOpencodeCase: readonly Case[] = [...opencodeCases, ...partCases];

export const harmlessOpencode: readonly HarmlessCase<OpencodeStore>[] = [
  {
    name: "unknown parts, odd call ids, empty errors and control characters",
    tells: ["first question", "echo made", "second question", "second answer"],
    write(store) {
      store.change(isCall, (part) => ({
        ...part,
        callID: "functions.bash:0",
        state: { ...(part.state as Fields), output: "made \u0001\u001b[31m" },
      }));
      store.change(saying("first answer"), () => ({ type: "hologram", data: "x" }));
    },
  },
  {
    name: "replies to a message that is gone",
    tells: whole,
    write: (store) => store.changeLast((message) => ({ ...message, parentID: "msg_gone" })),
  },
];
