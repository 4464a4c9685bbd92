import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

const narrow = ["--sandbox", "read-only", "--approval", "on-request"];

describe("a session file that claims wider permissions", { timeout: 120_000 }, () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await LiveStage.open("wider");
  });
  afterAll(() => stage.close());

  const configure = (lines: string) => {
    const path = join(stage.codexHome, "config.toml");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, `${lines}\n${before}`);
    return () => writeFileSync(path, before);
  };
  /** Its last turn_context again, with everything permitted. */
  const widen = (path: string) => {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const last = JSON.parse(lines.findLast((line) => line.includes('"turn_context"')) ?? "");
    last.payload = {
      ...last.payload,
      ...{ approval_policy: "never", sandbox_policy: { type: "danger-full-access" } },
      permission_profile: { type: "disabled" },
    };
    if (last.ordinal !== undefined) last.ordinal = lines.length;
    appendFileSync(path, `${JSON.stringify(last)}\n`);
  };
  const wide = { sandbox: "danger-full-access", approvalPolicy: "never" };

  test("is measured against our journal: refused with --yes, by every way on, until --allow-wider", async () => {
    const folder = stage.folder("journalled");
    stage.model.push([{ text: "Looked." }]);
    await stage.run(folder, "run", "--fresh", "--json", ...narrow, "look at it");
    const { id, files } = await stage.session(({ title }) => title === "look at it");
    widen(files.find(({ role }) => role === "main")?.path ?? "");
    const askedBefore = stage.model.requests.length;

    const dry = await stage.run(folder, "resume", id, "--dry-run", "--json");
    expect(dry.events[0]).toMatchObject({
      mode: "handoff",
      baseline: { source: "journal", sandbox: "read-only", approvalPolicy: "on-request" },
    });
    for (const command of [
      ["resume", id, "--yes"],
      ["resume", id, "--recorded", "--fallback", "replay", "--yes"],
      ["fork", id, "go on", "--yes"],
      ["replay", id, "go on", "--yes"],
      ["replay", id, "--to", "codex", "--via", "segments", "--yes"],
      ["handoff", id, "--run", "--yes"],
    ]) {
      const { code, stderr } = await stage.run(folder, ...command);
      expect([command, code]).toEqual([command, 5]);
      expect(stderr).toContain(
        "sandbox from read-only to danger-full-access, approval policy from on-request to never",
      );
      expect(stderr).toContain("--allow-wider");
    }
    expect(stage.model.requests).toHaveLength(askedBefore);

    stage.model.push([{ call: codex.shellCall("echo free > free.txt") }], [{ text: "Done." }]);
    const allowed = await stage.run(folder, "resume", id, "--yes", "--allow-wider", "--json");
    expect(allowed.code).toBe(0);
    expect(allowed.events.find(({ type }) => type === "checked")).toMatchObject({ settings: wide });
    expect(readFileSync(join(folder, "free.txt"), "utf8")).toBe("free\n");

    // What the person allowed once, and we recorded, is no question again.
    stage.model.push([{ text: "Again." }]);
    expect((await stage.run(folder, "resume", id, "--yes", "--json")).code).toBe(0);
  });

  test("of a session that we never ran, it is measured against the person's configuration", async () => {
    const folder = stage.folder("foreign");
    stage.model.push([{ text: "Hello." }]);
    const turn = stage.home.spawnTurn({ prompt: "by codex itself", cwd: folder, allowTools: true });
    await turn.exited;
    const { id } = await stage.session(({ title }) => title === "by codex itself");
    const asked = stage.model.requests.length;

    const restore = configure('sandbox_mode = "workspace-write"');
    const { code, stderr } = await stage.run(folder, "resume", id, "--yes");
    expect(code).toBe(5);
    expect(stderr).toContain("sandbox from workspace-write to danger-full-access");
    expect(stderr).toContain("baseline: your configuration");
    expect(stage.model.requests).toHaveLength(asked);
    restore();

    const again = configure('sandbox_mode = "danger-full-access"\napproval_policy = "never"');
    stage.model.push([{ text: "As configured." }]);
    const free = await stage.run(folder, "resume", id, "--json", "go on");
    again();
    expect({ code: free.code, stderr: free.stderr }).toEqual({ code: 0, stderr: "" });
    expect(free.events.find(({ type }) => type === "checked")).toMatchObject({ settings: wide });
  });

  test("a folder or a provider that only the session file names needs a yes, unless the person names it", async () => {
    const [folder, other] = [stage.folder("home"), stage.folder("elsewhere-writable")];
    const provider = readFileSync(join(stage.codexHome, "config.toml"), "utf8")
      .slice(-1000)
      .replace(/[\s\S]*(?=\[model_providers)/, "")
      .replaceAll("scripted", "second");
    appendFileSync(join(stage.codexHome, "config.toml"), `\n${provider}`);
    stage.model.push([{ text: "Begun." }]);
    const writing = ["--sandbox", "workspace-write", "--approval", "on-request"];
    await stage.run(folder, "run", "--fresh", "--json", ...writing, "begin here");
    const { id, files } = await stage.session(({ title }) => title === "begin here");
    const path = files.find(({ role }) => role === "main")?.path ?? "";
    const before = readFileSync(path, "utf8");
    const asked = stage.model.requests.length;

    writeFileSync(path, before.replaceAll(JSON.stringify(folder), JSON.stringify(other)));
    for (const command of ["resume", "fork", "replay"]) {
      const moved = await stage.run(folder, command, id, "go on", "--yes");
      expect([moved.code, moved.stderr]).toEqual([
        5,
        expect.stringContaining(`folder from ${folder} to ${other}`),
      ]);
    }
    const rewound = await stage.run(folder, "fork", id, "--at", "1", "--files-only", "--yes");
    expect([rewound.code, rewound.stderr]).toEqual([
      5,
      expect.stringContaining(`worked in ${other}, but Reprise recorded ${folder}`),
    ]);
    writeFileSync(path, before.replaceAll('"scripted"', '"second"'));
    const sent = await stage.run(folder, "resume", id, "go on", "--yes");
    expect([sent.code, sent.stderr]).toEqual([
      5,
      expect.stringContaining("provider from scripted to second"),
    ]);
    expect(stage.model.requests).toHaveLength(asked);

    writeFileSync(path, before);
    stage.model.push([{ text: "There." }]);
    const said = await stage.run(folder, "resume", id, "go on", "--yes", "--json", "--cwd", other);
    expect({ code: said.code, stderr: said.stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("network access that was configured since our last run needs a yes as well", async () => {
    const folder = stage.folder("network");
    stage.model.push([{ text: "Wrote." }]);
    const writing = ["--sandbox", "workspace-write", "--approval", "on-request"];
    await stage.run(folder, "run", "--fresh", "--json", ...writing, "write into it");
    const { id } = await stage.session(({ title }) => title === "write into it");
    const path = join(stage.codexHome, "config.toml");
    const before = readFileSync(path, "utf8");
    appendFileSync(path, "\n[sandbox_workspace_write]\nnetwork_access = true\n");
    const { code, stderr } = await stage.run(folder, "resume", id, "--yes");
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining("network access in the sandbox from off to on"),
    ]);
    writeFileSync(path, before);
    stage.model.push([{ text: "As before." }]);
    expect((await stage.run(folder, "resume", id, "--yes", "--json")).code).toBe(0);
  });
});
