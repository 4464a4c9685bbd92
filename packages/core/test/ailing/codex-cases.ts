import type { AilingCase, AilingSession, LineStart } from "./case.ts";
import { CodexRollout } from "./codex-rollout.ts";
import { noisePng } from "./png.ts";

/** Puts the session of this case into a Codex home. */
export async function placeCodex(
  ailing: Pick<AilingCase<CodexRollout>, "write">,
  home: { codexHome: string; cwd: string; thread: string },
): Promise<AilingSession> {
  const rollout = new CodexRollout(home.thread, home.cwd);
  const at = ailing.write(rollout);
  return { thread: home.thread, path: await rollout.save(home.codexHome), at };
}

const image = (base64: string) => ({ type: "input_image", image_url: `data:image/png;base64,${base64}` });

/** Two turns, both whole; what is put in between belongs to the first. */
export function around(rollout: CodexRollout, ill: (rollout: CodexRollout) => LineStart): LineStart {
  rollout.header();
  rollout.begin("first question");
  const at = ill(rollout);
  rollout.reply("first answer");
  rollout.used(110);
  rollout.end();
  rollout.begin("second question");
  rollout.reply("second answer");
  rollout.used(220);
  rollout.end();
  return at;
}

/** A prompt of this content stands in the first turn. */
function prompting(content: Record<string, unknown>): (rollout: CodexRollout) => LineStart {
  return (rollout) => around(rollout, () => rollout.item({ type: "message", role: "user", content: [content] }));
}

export const codexCases: readonly AilingCase<CodexRollout>[] = [
  {
    name: "a call without output in an earlier turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /"output":"aborted"/,
    write: (rollout) => around(rollout, () => rollout.call("c1", "make")),
  },
  {
    name: "a call without output in the last turn",
    kind: "orphan-call",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /"output":"aborted"/,
    write(rollout) {
      around(rollout, () =>
        rollout.item({
          type: "message",
          role: "developer",
          content: [{ type: "input_text", text: "Be brief." }],
        }),
      );
      rollout.begin("third question");
      return rollout.call("c1", "make");
    },
  },
  {
    name: "an output without call",
    kind: "orphan-output",
    strict: { pairedCalls: true },
    naive: "healed",
    told: /second answer/,
    untold: /made/,
    write: (rollout) => around(rollout, () => rollout.output("c1", "made")),
  },
  {
    name: "reasoning that another provider sealed",
    kind: "foreign-reasoning",
    strict: { ownReasoning: true },
    naive: "model",
    told: /encrypted content .* could not be verified/i,
    write(rollout) {
      rollout.header();
      rollout.begin("first question", { provider: "elsewhere" });
      const summary = [{ type: "summary_text", text: "Hm." }];
      const at = rollout.item({
        type: "reasoning",
        id: "rs_1",
        summary,
        encrypted_content: "gAAAAABelsewhere",
      });
      rollout.reply("first answer");
      rollout.end();
      rollout.begin("second question");
      rollout.reply("second answer");
      rollout.end();
      return at;
    },
  },
  {
    name: "half a character in an output",
    kind: "lone-surrogate",
    strict: { cleanText: true },
    naive: "healed",
    told: /"output":"aborted"/,
    untold: /made/,
    write: (rollout) =>
      around(rollout, () => {
        rollout.call("c1", "make");
        return rollout.output("c1", "made \ud83c");
      }),
  },
  {
    name: "a NUL in an output",
    kind: "nul",
    strict: { cleanText: true },
    naive: "model",
    told: /NUL in/,
    write: (rollout) =>
      around(rollout, () => {
        rollout.call("c1", "make");
        return rollout.output("c1", "made \0");
      }),
  },
  {
    name: "a prompt that is too long",
    kind: "oversized-item",
    strict: { maxTextLength: 10 * 1024 * 1024 },
    naive: "model",
    told: /string too long/,
    write: prompting({ type: "input_text", text: "x".repeat(10 * 1024 * 1024 + 1) }),
  },
  {
    name: "an image that is none",
    kind: "broken-image",
    strict: { soundImages: true },
    naive: "healed",
    told: /image content omitted because it could not be processed/,
    untold: /base64/,
    write: prompting(image(Buffer.from("this is no image at all").toString("base64"))),
  },
  {
    name: "an image that is too large",
    kind: "oversized-image",
    strict: { maxImageBytes: 5 * 1024 * 1024 },
    naive: "model",
    told: /image exceeds/,
    write: prompting(image(noisePng(1200, 1200))),
  },
  {
    name: "a number that comes twice",
    kind: "ordinal",
    strict: {},
    naive: "healed",
    told: /second answer/,
    write: (rollout) =>
      around(rollout, () => {
        const ordinal = rollout.nextOrdinal - 1;
        return rollout.line("event_msg", { type: "token_count", info: null }, { ordinal });
      }),
  },
  {
    name: "a number that is missing",
    kind: "ordinal",
    strict: {},
    naive: "healed",
    told: /second answer/,
    write: (rollout) =>
      around(rollout, () => {
        rollout.skipOrdinal();
        return rollout.line("event_msg", { type: "token_count", info: null });
      }),
  },
  {
    name: "a context that is full",
    kind: "context-full",
    strict: { maxTokens: 20_000 },
    naive: "model",
    told: /this model takes 20000/,
    write(rollout) {
      rollout.header();
      rollout.begin("first question");
      rollout.reply("word ".repeat(40_000));
      const at = rollout.used(258_400);
      rollout.end();
      return at;
    },
  },
  {
    name: "a context that was full in the last turn",
    kind: "context-full",
    strict: { maxTokens: 20_000 },
    naive: "model",
    told: /this model takes 20000/,
    write(rollout) {
      rollout.header();
      rollout.begin("first question");
      rollout.reply("word ".repeat(40_000));
      rollout.used(40_000);
      rollout.end();
      rollout.begin("second question");
      return rollout.end({ message: "no room", codex_error_info: "context_window_exceeded" });
    },
  },
  {
    name: "a file that is continued and not there",
    kind: "missing-base",
    strict: {},
    naive: "agent",
    told: /missing source rollout/,
    write(rollout) {
      const base = {
        thread_id: "01a1e0ba-0000-7000-8000-000000000000",
        end_ordinal_exclusive: 9,
        end_byte_offset: 999,
      };
      const at = rollout.header({ history_base: base });
      rollout.begin("first question");
      rollout.reply("first answer");
      rollout.end();
      return at;
    },
  },
  {
    name: "a line that is not UTF-8",
    kind: "unreadable-line",
    strict: {},
    naive: "healed",
    told: /second answer/,
    write: (rollout) =>
      around(rollout, () => {
        const { line, byteOffset } = rollout.raw(Buffer.from([0x7b, 0xff, 0xfe]));
        return { line, byteOffset: byteOffset + 1 };
      }),
  },
  {
    name: "a first line that cannot be read",
    kind: "unreadable-line",
    strict: {},
    naive: "agent",
    told: /session metadata|no rollout found/,
    write(rollout) {
      const at = rollout.raw('{"timestamp":"2026-11-15T12:00:00.000Z","ordinal":0,"type":"session_me');
      rollout.skipOrdinal();
      rollout.begin("first question");
      rollout.reply("first answer");
      rollout.end();
      return at;
    },
  },
];

/** Nothing is wrong with it. */
export function writeHealthy(rollout: CodexRollout): LineStart {
  return around(rollout, () => {
    rollout.call("c1", "make");
    rollout.item({ type: "message", role: "user", content: [image(noisePng(4, 4))] });
    return rollout.output("c1", "made 🎉");
  });
}
