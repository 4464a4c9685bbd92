import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { linesOf, scripted } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { all, findings, home, open, put, seed, useHome } from "./stage.ts";

useHome();

const refusal = async (promise: Promise<unknown>): Promise<SessionError> => {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SessionError);
  return error as SessionError;
};

describe("doctor", () => {
  it("says of every file why it is not in the list", async () => {
    put(seed("listed", 1));
    put(seed("empty", 2, { turns: [] }));
    put(seed("archived", 3, { archived: true }));
    put(seed("child", 4, { subagentOf: "listed" }));
    const copy = home.write("archived/listed.jsonl", scripted.file(...linesOf(seed("listed", 1))));
    home.append("sessions/listed.jsonl", "{half a line");
    home.write("sessions/notes.txt", "hello");
    const path = (name: string) => join(home.path, name);
    const library = open();
    const found = new Map((await findings(library)).map((finding) => [finding.path, finding]));
    expect(found.get(path("sessions/empty.jsonl"))).toMatchObject({
      listed: false,
      session: "codex:empty",
      reasons: [expect.stringContaining("--include-empty")],
    });
    expect(found.get(path("archived/archived.jsonl"))).toMatchObject({
      listed: false,
      reasons: [expect.stringContaining("--archived")],
    });
    expect(found.get(path("sessions/child.jsonl"))).toMatchObject({
      listed: false,
      reasons: [expect.stringContaining("--subagents")],
    });
    expect(found.get(copy)).toMatchObject({
      listed: false,
      reasons: [`it is a copy of ${path("sessions/listed.jsonl")}`],
    });
    expect(found.get(path("sessions"))).toMatchObject({
      session: null,
      reasons: [expect.stringContaining("notes.txt")],
    });
    expect(found.get(path("sessions/listed.jsonl"))).toMatchObject({
      listed: true,
      reasons: ["one place in it is damaged"],
      damage: [{ kind: "torn" }],
    });
    expect(found.size).toBe(6);
  });

  it("explains one file or one folder, whole ones too", async () => {
    const path = put(seed("fine", 1));
    put(seed("other", 2));
    const library = open();
    expect(await findings(library, path)).toEqual([
      { path, session: "codex:fine", listed: true, reasons: [], damage: [], ailments: [] },
    ]);
    expect(await findings(library, join(home.path, "sessions"))).toHaveLength(2);
  });

  it("explains a file that lies outside of every home", async () => {
    const path = join(home.root, "elsewhere.jsonl");
    writeFileSync(path, scripted.file(...linesOf(seed("out", 1))));
    const library = open();
    expect(await findings(library, path)).toMatchObject([
      { session: "codex:out", listed: false, reasons: [expect.stringContaining("is in no home")] },
    ]);
    writeFileSync(join(home.root, "letter.txt"), "Dear Sir");
    expect(await findings(library, join(home.root, "letter.txt"))).toMatchObject([
      { session: null, reasons: ["it is not a session file of any agent"] },
    ]);
    expect((await refusal(findings(library, "/nowhere/x"))).code).toBe("not-found");
  });

  it("tells of a beginning that is missing", async () => {
    const path = home.write(
      "sessions/fork.jsonl",
      scripted.line({ about: { forkedFrom: "gone" as never, base: { rolloutId: "gone", endByte: 5 } } }) +
        scripted.file(...linesOf(seed("fork", 1))),
    );
    const [finding] = await findings(open(), path);
    expect(finding).toMatchObject({ listed: true, damage: [{ kind: "missing-base", file: path }] });
    const [session] = (await open().list(all)).sessions;
    expect(session).toMatchObject({
      damageCount: 1,
      lineage: { kind: "fork", session: "codex:gone", turn: null },
    });
  });
});
