import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { eventsOf, says, scriptedChats } from "./chat-stage.ts";

let stage: ReturnType<typeof scriptedChats>;
afterEach(() => stage.close());

const answers = `cat > /dev/null\n${says.started}\n${says.completed}`;

/** The only chat. */
function folder(): string {
  const chats = join(stage.state, "chats");
  return join(chats, readdirSync(chats)[0] ?? "");
}

it("a message that cannot be recorded is refused by name, and nothing is sent", async () => {
  stage = scriptedChats(answers);
  const chats = stage.open();
  await eventsOf(await chats.send({ chat_id: "c", message: "one" }));
  rmSync(join(folder(), "lock"), { force: true });
  mkdirSync(join(folder(), "lock"));
  const sent = chats.send({ chat_id: "c", message: "two" });
  await expect(sent).rejects.toMatchObject({ code: "not-saved" });
  await expect(sent).rejects.toThrow(/^Nothing was sent: .* cannot be used .*send the message again/);
  rmSync(join(folder(), "lock"), { recursive: true });
  expect((await eventsOf(await chats.send({ chat_id: "c", message: "two" }))).at(-1)).toMatchObject({
    status: "completed",
  });
});

it("a turn whose events cannot be written fails with not-saved, and the chat stays as it was", async () => {
  stage = scriptedChats(answers);
  const chats = stage.open();
  await eventsOf(await chats.send({ chat_id: "c", message: "one" }));
  const before = await chats.chat("c");
  rmSync(join(folder(), "turns"), { recursive: true });
  writeFileSync(join(folder(), "turns"), "in the way");
  const events = await eventsOf(await chats.send({ chat_id: "c", message: "two" }));
  expect(events.at(-2)).toMatchObject({ type: "error", code: "not-saved" });
  expect(events.at(-1)).toMatchObject({ type: "result", status: "failed" });
  expect(await chats.chat("c")).toMatchObject({ session_id: before.session_id });
});

it("a lost part is named, with what to do", async () => {
  stage = scriptedChats(answers);
  const chats = stage.open();
  await eventsOf(await chats.send({ chat_id: "c", message: "one" }));
  rmSync(join(folder(), "parts"), { recursive: true });
  const events = await eventsOf(await chats.send({ chat_id: "c", message: "two" }));
  expect(events).toMatchObject([
    { type: "error", code: "not-saved", message: expect.stringMatching(/is missing. Put it back/) },
    { type: "result", status: "failed" },
  ]);
});

it("a conversation with a name that cannot be continued is no success", async () => {
  stage = scriptedChats(
    answers.replace(/"thread_id":"[^"]*"/, '"thread_id":"--dangerously-bypass-approvals-and-sandbox"'),
  );
  const chats = stage.open();
  const events = await eventsOf(await chats.send({ chat_id: "c", message: "one" }));
  expect(events.at(-2)).toMatchObject({ type: "error", code: "agent-outdated" });
  expect(events.at(-1)).toMatchObject({ type: "result", status: "failed" });
  stage.setScript(answers);
  const next = await eventsOf(await chats.send({ chat_id: "c", message: "two" }));
  expect(next.at(-1)).toMatchObject({ type: "result", status: "completed" });
});
