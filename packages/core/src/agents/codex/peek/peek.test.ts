import { memoryHost, transcriptOf } from "@reprise/testkit";
import { expect, it } from "vitest";
import { codexSource } from "../source.ts";

const path =
  "/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T19-35-21-01a1e0b5-021f-7ab0-a082-5e0c3412cbb8.jsonl";
const at = "2026-11-15T19:35:21.403Z";
const meta = { id: "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8", cwd: "/srv/proj-a", source: "cli" };

type Payload = Record<string, unknown>;
const line = (type: string, payload: Payload) => JSON.stringify({ timestamp: at, type, payload });
const context = (model: string) => line("turn_context", { turn_id: "t", cwd: "/srv/proj-ä", model });
const settings = (provider: string) =>
  line("event_msg", { type: "thread_settings_applied", thread_settings: { model_provider_id: provider } });
const typed = (text: string, id = "msg_1") =>
  line("response_item", {
    type: "message",
    id,
    role: "user",
    content: [{ type: "input_text", text }],
    internal_chat_message_metadata_passthrough: {
      content_item_kinds: ["user.text"],
      content_item_metadata: [{ provenance: { type: "user" } }],
    },
  });

/** What the quick way of reading tells; the thorough one must tell the same. */
async function peeked(lines: readonly string[]) {
  const host = memoryHost({ [path]: lines.map((text) => `${text}\n`).join("") });
  const { rollouts } = codexSource.locate("/home/dev/.codex", host);
  const [rollout] = rollouts;
  if (!rollout) throw new Error("not located");
  const reading = await transcriptOf(rollout, codexSource, host, { all: rollouts });
  expect(reading.peeked).toEqual(reading.outline);
  return reading.peeked;
}

it("a header is read without its instructions, whatever they hold", async () => {
  const text = `Say "no", or \\"no\\".\n{"cwd":"/wrong"}\\`.repeat(50);
  const header = {
    ...meta,
    base_instructions: { text, provenance: { type: "custom" } },
    git: { branch: "b" },
  };
  const { about, damageCount } = await peeked([line("session_meta", header), typed("go")]);
  expect(about).toMatchObject({ thread: meta.id, workspace: "/srv/proj-a", gitBranch: "b" });
  expect(damageCount).toBe(0);
});

it("the first prompt gives the title as it was typed", async () => {
  const { title, messageCount } = await peeked([
    line("session_meta", meta),
    typed('Rename "a\\b" to `ü`\n\tand \u{1F600}"}],"x":"'),
    typed("later", "msg_2"),
  ]);
  expect(title).toBe('Rename "a\\b" to `ü` and \u{1F600}"}],"x":"');
  expect(messageCount).toBe(2);
});

it("settings of one session are not those of another that begins alike", async () => {
  const first = await peeked([line("session_meta", meta), context("gpt-a"), settings("p")]);
  const second = await peeked([line("session_meta", meta), context("gpt-b"), settings("p")]);
  const third = await peeked([line("session_meta", meta), context("gpt-a"), settings("q")]);
  expect([first, second, third].map(({ about }) => [about.model, about.provider])).toEqual([
    ["gpt-a", "p"],
    ["gpt-b", "p"],
    ["gpt-a", "q"],
  ]);
  expect(first.about.cwd).toBe("/srv/proj-ä");
});

it("settings that return after a stretch that had to be parsed are told again", async () => {
  const filler = typed("x".repeat(200_000));
  const { about } = await peeked([
    line("session_meta", meta),
    typed("go"),
    ...[context("gpt-a"), settings("p"), filler, filler],
    ...["\0", context("gpt-b"), settings("q"), filler, filler],
    ...[context("gpt-a"), settings("p")],
  ]);
  expect([about.model, about.provider]).toEqual(["gpt-a", "p"]);
});

it("a line of settings that is damaged before them is found to be", async () => {
  const broken = context("gpt-b").replace('"turn_id":"t"', '"turn_id""t"');
  const { about, damageCount } = await peeked([line("session_meta", meta), context("gpt-a"), broken]);
  expect([about.model, damageCount]).toEqual(["gpt-a", 1]);
});
