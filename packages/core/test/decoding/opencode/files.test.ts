import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Fields, home, insert, itemsOf, located, open, seen, session, text, useStore } from "./store.ts";

useStore();

describe("a session that is kept as files", () => {
  const put = (path: string, value: unknown) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), typeof value === "string" ? value : JSON.stringify(value));
  };
  const files = (id: string, updated: number, messages: readonly [string, Fields, Fields[]][]) => {
    put(`storage/session/global/${id}.json`, {
      id,
      directory: "/srv/a",
      title: "From files",
      time: { created: 1, updated },
    });
    for (const [message, value, parts] of messages) {
      put(`storage/message/${id}/${message}.json`, { id: message, ...value });
      for (const [index, part] of parts.entries()) put(`storage/part/${message}/${message}-p${index}.json`, part);
    }
  };
  const [asked, answered] = [
    ["m1", { role: "user", time: { created: 5 } }, [text("one")]] as [string, Fields, Fields[]],
    ["m2", { role: "assistant", time: { created: 6, completed: 7 } }, [text("First.")]] as [string, Fields, Fields[]],
  ];

  it("is read like any other", async () => {
    files("ses_1", 9, [asked, answered]);
    const { turns, about } = await seen();
    expect(turns).toEqual([{ number: 1, state: "completed", items: ["prompt: one", "reply: First."] }]);
    expect(about).toMatchObject({ name: "From files", workspace: "/srv/a" });
  });

  it("keeps parts of other programs apart if their ids are unique in a message only", async () => {
    files("ses_1", 9, [
      [asked[0], asked[1], []],
      [answered[0], answered[1], []],
    ]);
    put("storage/part/m1/prt_1.json", text("one"));
    put("storage/part/m2/prt_1.json", text("First."));
    expect((await seen()).turns[0]?.items).toEqual(["prompt: one", "reply: First."]);
  });

  it("adds what was not moved into the database", async () => {
    open();
    session("ses_1", { time_updated: 9 });
    const row = { session_id: "ses_1", time_created: 5, time_updated: 5 };
    insert("message", { id: "m1", ...row, data: JSON.stringify(asked[1]) });
    files("ses_1", 9, [asked, answered]);
    expect(located()).toHaveLength(1);
    expect(await itemsOf()).toEqual(["prompt: one", "reply: First."]);
  });

  it("adds nothing to a session that went on in the database", async () => {
    open();
    session("ses_1", { time_updated: 50 });
    const row = { session_id: "ses_1", time_created: 5, time_updated: 5 };
    insert("message", { id: "m1", ...row, data: JSON.stringify(asked[1]) });
    insert("part", { id: "m1-p0", message_id: "m1", ...row, data: JSON.stringify(text("one")) });
    files("ses_1", 9, [asked, answered]);
    expect(await itemsOf()).toEqual(["prompt: one"]);
  });

  it("has another version when a message or the latest part was written over", () => {
    files("ses_1", 9, [asked, answered]);
    const versions = new Set([located()[0]?.version]);
    put("storage/part/m2/m2-p0.json", text("First, and more."));
    versions.add(located()[0]?.version);
    put("storage/message/ses_1/m1.json", { id: "m1", role: "user", time: { created: 5 }, agent: "build" });
    versions.add(located()[0]?.version);
    expect(versions.size).toBe(3);
  });

  it("is told as far as it is whole", async () => {
    files("ses_1", 9, [asked, answered]);
    put("storage/session/global/ses_1.json", '{"id":');
    put("storage/part/m2/m2-p1.json", "torn");
    const { turns, damage } = await seen();
    expect(turns[0]?.items).toEqual(["prompt: one", { kind: "opaque", raw: "torn" }, "reply: First."]);
    expect(damage.map(([kind]) => kind)).toEqual(["bad-header", "not-json"]);
  });
});
