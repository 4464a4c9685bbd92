import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { eventsOf, says, scriptedChats } from "./chat-stage.ts";

let stage: ReturnType<typeof scriptedChats>;
afterEach(() => stage.close());

const writes = `cat > /dev/null\n${says.started}\ntouch written\n${says.completed}`;

it("a workspace that became a link to another folder is refused, until it is back", async () => {
  stage = scriptedChats(writes);
  const [workspace, other] = [join(stage.root, "work"), join(stage.root, "private")];
  mkdirSync(workspace);
  mkdirSync(other);
  const chats = stage.open();
  const send = async () => eventsOf(await chats.send({ chat_id: "c", message: "m", workspace }));
  expect((await send()).at(-1)).toMatchObject({ status: "completed" });
  renameSync(workspace, `${workspace}.away`);
  symlinkSync(other, workspace);
  expect(await send()).toMatchObject([
    { type: "error", code: "sandbox", message: expect.stringContaining(`leads to ${other} now`) },
    { type: "result", status: "failed" },
  ]);
  expect(readdirSync(other)).toEqual([]);
  rmSync(workspace);
  renameSync(`${workspace}.away`, workspace);
  expect((await send()).at(-1)).toMatchObject({ status: "completed" });
});

it("a workspace that is a link from the first message on can be used", async () => {
  stage = scriptedChats(writes);
  const [workspace, real] = [join(stage.root, "work"), join(stage.root, "real")];
  mkdirSync(real);
  symlinkSync(real, workspace);
  const chats = stage.open();
  for (const message of ["one", "two"]) {
    const events = await eventsOf(await chats.send({ chat_id: "c", message, workspace }));
    expect(events.at(-1)).toMatchObject({ status: "completed" });
  }
  expect(readdirSync(real)).toEqual(["written"]);
});
