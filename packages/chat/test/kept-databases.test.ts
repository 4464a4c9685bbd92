import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventsOf, says, scriptedChats } from "./chat-stage.ts";

/** Says what it found of its databases, and adds a line. The message decides how it ends. */
const script = `
message=$(cat)
mkdir -p "$CODEX_HOME"
${says.started}
found=$(cat "$CODEX_HOME/state_5.sqlite" "$CODEX_HOME/other.sqlite" 2>/dev/null | tr '\\n' ' ')
echo '{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"'"found: $found"'"}}'
echo "$message" >> "$CODEX_HOME/state_5.sqlite"
echo no > "$CODEX_HOME/other.sqlite"
case "$message" in *fail*) exit 1;; esac
${says.completed}
`;

let stage: ReturnType<typeof scriptedChats>;
let cache = "";
beforeEach(() => {
  stage = scriptedChats(script);
  cache = join(stage.root, "cache");
});
afterEach(() => stage.close());

async function found(message: string, chat_id = "c"): Promise<string | undefined> {
  const chats = stage.open();
  const events = await eventsOf(await chats.send({ chat_id, message }));
  return events.flatMap((event) => (event.type === "message" ? [event.content] : []))[0];
}

it("the databases of a completed message are there for the next one, also after a restart", async () => {
  expect(await found("one")).toBe("found: ");
  expect(await found("two")).toBe("found: one ");
  expect(await found("three")).toBe("found: one two ");
  expect(readdirSync(join(cache, "chat-databases"))).toHaveLength(1);
});

it("another chat has none of them", async () => {
  await found("one");
  expect(await found("two", "d")).toBe("found: ");
});

it("a message that failed leaves none: they would know more than the chat", async () => {
  await found("one");
  await found("fail");
  expect(await found("three")).toBe("found: ");
  expect(await found("four")).toBe("found: three ");
});

it("another release of the program makes its own", async () => {
  await found("one");
  stage.setScript(`${script}\n# newer`);
  expect(await found("two")).toBe("found: ");
});

it("where the cache is no folder, messages are as ever", async () => {
  writeFileSync(cache, "");
  expect(await found("one")).toBe("found: ");
  expect(await found("two")).toBe("found: ");
});
