import { afterEach, expect, it } from "vitest";
import { eventsOf, says, scriptedChats } from "./chat-stage.ts";

let stage: ReturnType<typeof scriptedChats>;
afterEach(() => stage.close());

/** Leaves a process that is not ended gently. */
const leavesDaemon = `
cat > /dev/null
${says.started}
setsid bash -c "trap '' TERM INT; exec >/dev/null 2>&1 </dev/null; while sleep 0.1; do :; done" &
disown
${says.completed}
`;

it("a message sent right after a result keeps its files, whatever the turn before left running", async () => {
  stage = scriptedChats(leavesDaemon);
  const [one, two] = [stage.open(), stage.open()];
  const first = await one.send({ chat_id: "c", message: "one" });
  for await (const { event } of first.events())
    if (event.type === "result") {
      expect(event.status).toBe("completed");
      break;
    }
  stage.setScript(`
cat > /dev/null
${says.started}
sleep 4
cat "$CODEX_HOME/sessions/a.jsonl" >&2
${says.completed}
`);
  const events = await eventsOf(await two.send({ chat_id: "c", message: "two" }));
  expect(events).toContainEqual({ type: "stderr", content: "line" });
  expect(events.at(-1)).toMatchObject({ type: "result", status: "completed" });
});
