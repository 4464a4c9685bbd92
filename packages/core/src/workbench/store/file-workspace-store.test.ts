import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { nothingSaved, type SavedChange, type SavedState, savedAfter } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  approval,
  draft,
  entry,
  exec,
  more,
  output,
  StoreStage,
  Telling,
} from "../../../test/workbench/store-stage.ts";
import { readSession } from "./read-session.ts";

let stage: StoreStage;
beforeEach(() => {
  stage = new StoreStage();
});
afterEach(() => stage.remove());

const folded = (...changes: readonly SavedChange[]): SavedState => changes.reduce(savedAfter<SavedState>, nothingSaved);

async function saved(...changes: readonly SavedChange[]): Promise<void> {
  const workspace = await stage.store().open(stage.root, new Telling());
  await workspace.save(changes);
  await workspace.close();
}

async function loaded() {
  const workspace = await stage.store().open(stage.root, new Telling());
  const { state, outcome } = workspace;
  const saving = workspace.saving();
  await workspace.close();
  return { state, outcome, saving };
}

const day = [
  entry("1", "Hello"),
  exec("make"),
  output("make", "ok\n"),
  exec("make", "done"),
  approval("a"),
  draft("next"),
];

describe("a saved workspace", () => {
  it("is new at first, and comes back as it was", async () => {
    expect((await loaded()).outcome).toEqual({ kind: "new", detail: null });
    expect(existsSync(stage.path)).toBe(false);
    await saved(...day);
    const { state, outcome } = await loaded();
    expect(outcome).toEqual({ kind: "restored", detail: null });
    expect(state).toEqual(folded(...day));
  });

  it("has a manifest first, then one numbered record a line", async () => {
    await saved(entry("1", "Hello"));
    await saved(draft("next"));
    const [manifest, ...records] = stage.lines();
    expect(manifest).toMatchObject({
      type: "manifest",
      schemaVersion: 2,
      appVersion: "1.2.3",
      root: stage.root,
      sections: { chat: 1, exec: 2, diff: 1, approvals: 1, ui: 1 },
      workspaceId: stage.store().idOf(stage.root),
    });
    expect(records.map(({ seq, type }) => [seq, type])).toEqual([
      ...[
        [1, "entry"],
        [2, "telemetry"],
        [3, "draft"],
      ],
    ]);
  });

  it("is for its owner only, in a folder of its own", async () => {
    await saved(...day);
    expect(statSync(stage.path).mode & 0o777).toBe(0o600);
    expect(statSync(stage.own).mode & 0o777).toBe(0o700);
    expect(statSync(join(stage.own, "..")).mode & 0o777).toBe(0o700);
    expect(statSync(join(stage.own, "..", "index.json")).mode & 0o777).toBe(0o600);
  });

  it("has an id that depends on the real path, and names no path", () => {
    const link = join(stage.folder, "link");
    symlinkSync(stage.root, link);
    const store = stage.store();
    expect(store.idOf(stage.root)).toMatch(/^[0-9a-f]{32}$/);
    expect(store.idOf(`${stage.root}/`)).toBe(store.idOf(stage.root));
    expect(store.idOf(link)).toBe(store.idOf(stage.root));
    expect(store.idOf(stage.root.toUpperCase())).not.toBe(store.idOf(stage.root));
    const windows = stage.store({ host: { ...stage.host, platform: "win32" } });
    expect(windows.idOf(stage.root.toUpperCase())).toBe(windows.idOf(stage.root));
  });

  it("leaves the other files of its folder alone when it is cleared", async () => {
    await saved(...day);
    writeFileSync(join(stage.own, "draft.json"), "{}");
    writeFileSync(`${stage.path}.bak`, "old");
    const store = stage.store();
    await store.clear(store.idOf(stage.root));
    expect(readdirSync(stage.own).filter((name) => !name.startsWith("session.lock"))).toEqual(["draft.json"]);
    expect(await store.known()).toEqual([]);
    await expect(store.clear(store.idOf(stage.root))).rejects.toMatchObject({ code: "not-found" });
    await expect(store.clear("../..")).rejects.toMatchObject({ code: "not-found" });
  });

  it("starts empty after it was cleared while open, and is saved again", async () => {
    await saved(...day);
    const workspace = await stage.store().open(stage.root, new Telling());
    workspace.saveSoon([more("1", " never")]);
    await workspace.clear();
    expect(existsSync(stage.path)).toBe(false);
    await workspace.save([entry("2", "Anew")]);
    await workspace.close();
    expect((await loaded()).state).toEqual(folded(entry("2", "Anew")));
  });

  it("is saved again after its files were removed behind its back", async () => {
    const workspace = await stage.store().open(stage.root, new Telling());
    await workspace.save([entry("1", "One")]);
    rmSync(stage.own, { recursive: true });
    await workspace.save([entry("2", "Two")]);
    expect(stage.lines()).toHaveLength(4);
    rmSync(stage.path);
    writeFileSync(stage.path, "another file\n");
    await workspace.save([entry("3", "Three")]);
    await workspace.close();
    expect((await loaded()).state.entries.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });
});

describe("the index", () => {
  it("knows each workspace, its last use, version and size", async () => {
    await saved(...day);
    const [known, ...others] = await stage.store().known();
    expect(others).toEqual([]);
    expect(known).toMatchObject({
      id: stage.store().idOf(stage.root),
      root: stage.root,
      schemaVersion: 2,
      owner: null,
      sizeBytes: statSync(stage.path).size,
      failures: { load: 0, save: 0 },
    });
  });

  it("can be lost: the files are still found", async () => {
    await saved(...day);
    writeFileSync(join(stage.own, "..", "index.json"), "{");
    expect(await stage.store().known()).toMatchObject([
      { id: stage.store().idOf(stage.root), root: stage.root, schemaVersion: 2 },
    ]);
  });

  it("names the process that has a workspace open", async () => {
    const workspace = await stage.store().open(stage.root, new Telling());
    await workspace.save(day);
    expect((await stage.store().known())[0]?.owner).toMatchObject({ pid: process.pid });
    await expect(stage.store().clear(stage.store().idOf(stage.root))).rejects.toMatchObject({ code: "busy" });
    await workspace.close();
    expect((await stage.store().known())[0]?.owner).toBeNull();
  });

  it("counts loads that failed in a row", async () => {
    const failures = async () => (await stage.store().known())[0]?.failures.load;
    for (const count of [1, 2]) {
      mkdirSync(stage.own, { recursive: true });
      writeFileSync(stage.path, "nonsense\n");
      await loaded();
      expect(await failures()).toBe(count);
    }
    await loaded();
    expect(await failures()).toBe(0);
  });
});

describe("damage", () => {
  it("a torn last line is dropped, and everything before it is back", async () => {
    await saved(...day);
    const whole = readFileSync(stage.path);
    appendFileSync(stage.path, '{"seq":9,"at":"2026-01-');
    const { state, outcome } = await loaded();
    expect(state).toEqual(folded(...day));
    expect(outcome).toMatchObject({
      kind: "restored",
      detail: expect.stringContaining("not completely saved"),
    });
    const workspace = await stage.store().open(stage.root, new Telling());
    await workspace.save([entry("2", "on")]);
    await workspace.close();
    expect(readFileSync(stage.path).subarray(0, whole.length)).toEqual(whole);
    expect((await loaded()).state).toEqual(folded(...day, entry("2", "on")));
  });

  it("a bad line in the middle costs only itself, and the original is kept", async () => {
    await saved(...day);
    const lines = readFileSync(stage.path, "utf8").split("\n");
    lines[1] = "\u0000\u0000";
    lines[2] = '{"seq":2,"type":"exec"}';
    writeFileSync(stage.path, lines.join("\n"));
    const { state, outcome } = await loaded();
    expect(outcome.detail).toContain(
      `2 records of the saved session could not be read. The original is kept as ${stage.path}.bak`,
    );
    expect(readFileSync(`${stage.path}.bak`, "utf8")).toBe(lines.join("\n"));
    expect(state.draft?.text).toBe("next");
    expect(state.entries).toEqual(folded(...day).entries);
  });

  it("a missing line is noticed", async () => {
    await saved(...day);
    const lines = readFileSync(stage.path, "utf8").split("\n");
    lines.splice(3, 1);
    writeFileSync(stage.path, lines.join("\n"));
    expect((await loaded()).outcome.detail).toContain("1 record");
  });

  it("without a usable manifest a new session starts, and each original is kept", async () => {
    for (const name of ["session.jsonl.bak", "session.jsonl.1.bak"]) {
      mkdirSync(stage.own, { recursive: true });
      writeFileSync(stage.path, `${name}\n`);
      const { state, outcome } = await loaded();
      expect(outcome).toEqual({
        kind: "corrupt",
        detail: "Previous session could not be restored; start a new session.",
        backup: join(stage.own, name),
      });
      expect(state).toEqual(nothingSaved);
      expect(readFileSync(join(stage.own, name), "utf8")).toBe(`${name}\n`);
    }
  });

  it("a newer version is kept, and a new session starts", async () => {
    await saved(...day);
    const text = readFileSync(stage.path, "utf8").replace('"schemaVersion":2', '"schemaVersion":3');
    writeFileSync(stage.path, text);
    const { outcome } = await loaded();
    expect(outcome).toMatchObject({ kind: "newer", backup: join(stage.own, "session.v3.bak") });
    expect(readFileSync(join(stage.own, "session.v3.bak"), "utf8")).toBe(text);
    await saved(...day);
    expect(readFileSync(join(stage.own, "session.v3.bak"), "utf8")).toBe(text);
  });

  it("so is a newer version of one section, and a version that is too old", async () => {
    await saved(...day);
    const text = readFileSync(stage.path, "utf8");
    writeFileSync(stage.path, text.replace('"exec":2', '"exec":3'));
    expect((await loaded()).outcome).toMatchObject({
      kind: "newer",
      backup: join(stage.own, "session.v2.bak"),
    });
    writeFileSync(stage.path, text.replace('"schemaVersion":2', '"schemaVersion":0'));
    expect((await loaded()).outcome).toEqual({
      kind: "outdated",
      detail: "Codex session data is outdated; starting fresh",
      backup: join(stage.own, "session.v0.bak"),
    });
  });

  it("a line longer than any record costs only itself, and no memory", async () => {
    await saved(entry("1", "One"), entry("2", "x".repeat(2000)), entry("3", "Three"));
    const reading = await readSession(stage.path, () => null, stage.host, { mostLineBytes: 1000 });
    expect(reading).toMatchObject({ damageCount: 1, goodBytes: statSync(stage.path).size });
    expect(reading.kind === "read" && reading.state.entries.map(({ id }) => id)).toEqual(["1", "3"]);
  });

  it("a link that leads back to itself is no reason not to open", async () => {
    mkdirSync(stage.own, { recursive: true });
    symlinkSync("session.jsonl", stage.path);
    const { state, saving } = await loaded();
    expect([state, saving.state]).toEqual([nothingSaved, "on"]);
  });
});

describe("a second process", () => {
  it("sees what is saved, writes nothing, and takes over when the first is gone", async () => {
    await saved(entry("1", "One"));
    const first = await stage.store().open(stage.root, new Telling());
    const telling = new Telling();
    const second = await stage.store().open(stage.root, telling);
    expect(second.saving()).toMatchObject({ state: "read-only", owner: { pid: process.pid } });
    expect(second.state).toEqual(folded(entry("1", "One")));
    const before = readFileSync(stage.path);
    await second.save([entry("x", "lost")]);
    second.saveSoon([draft("lost")]);
    await second.flush();
    await expect(second.clear()).rejects.toMatchObject({ code: "busy" });
    expect(readFileSync(stage.path)).toEqual(before);
    await first.save([entry("2", "Two")]);
    stage.timers.pass(2000);
    expect(second.saving().state).toBe("read-only");
    await first.close();
    stage.timers.pass(2000);
    await expect.poll(() => second.saving().state).toBe("on");
    expect(second.state).toEqual(folded(entry("1", "One"), entry("2", "Two")));
    await second.save([entry("3", "Three")]);
    await second.close();
    expect((await loaded()).state.entries.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });

  it("takes over from a killed one", async () => {
    const moduleAt = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const code = `import { StoreStage, Telling, entry } from ${moduleAt("../../../test/workbench/store-stage.ts")};
      const stage = Object.assign(new StoreStage(), {});
      const host = { ...stage.host, env: { ...process.env, REPRISE_STATE: ${JSON.stringify(stage.state)} } };
      stage.remove();
      globalThis.w = await stage.store({ host }).open(${JSON.stringify(stage.root)}, new Telling());
      await w.save([entry("1", "One")]);
      console.log("saved"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const second = await stage.store().open(stage.root, new Telling());
    expect(second.saving()).toMatchObject({ state: "read-only", owner: { pid: child.pid } });
    child.kill("SIGKILL");
    await once(child, "exit");
    stage.timers.pass(2000);
    await expect.poll(() => second.saving().state).toBe("on");
    expect(second.state).toEqual(folded(entry("1", "One")));
    await second.close();
  });
});

describe("a listener", () => {
  it("hears of every save: what it took, and why", async () => {
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    await workspace.save([entry("1", "One", false)]);
    workspace.saveSoon([more("1", " and more")]);
    stage.timers.pass(5000);
    await expect.poll(() => telling.saves.length).toBe(2);
    await workspace.close();
    expect(telling.saves.map(({ trigger }) => trigger)).toEqual(["turn", "timer", "shutdown"]);
    const sum = telling.saves.reduce((bytes, save) => bytes + save.bytes, 0);
    expect(sum).toBe(statSync(stage.path).size);
    expect(telling.saves.every(({ ms }) => ms > 0)).toBe(true);
    expect(telling.failures).toEqual([]);
    expect(telling.states.map(({ state }) => state)).toEqual(["on"]);
    expect(workspace.saving().savedAt).not.toBeNull();
  });
});

describe("a state folder inside a repository", () => {
  it("is never committed", async () => {
    mkdirSync(join(stage.folder, ".git"));
    writeFileSync(join(stage.folder, ".git", "HEAD"), "ref: refs/heads/main\n");
    mkdirSync(join(stage.folder, ".git", "objects"));
    mkdirSync(join(stage.folder, ".git", "refs"));
    await saved(...day);
    expect(readFileSync(join(stage.own, "..", ".gitignore"), "utf8")).toBe("*\n");
  });
});

describe("without saving", () => {
  it("nothing is written, and what is there stays until it is cleared", async () => {
    await saved(...day);
    const before = readFileSync(stage.path);
    stage.settings = { ...stage.settings, isSaved: false };
    const workspace = await stage.store().open(stage.root, new Telling());
    expect(workspace.outcome.kind).toBe("off");
    expect(workspace.saving().state).toBe("off");
    await workspace.save([entry("x", "not saved")]);
    await workspace.flush();
    expect(readFileSync(stage.path)).toEqual(before);
    await workspace.clear();
    await workspace.close();
    expect(existsSync(stage.path)).toBe(false);
  });

  it("it can be turned on and off while open", async () => {
    stage.settings = { ...stage.settings, isSaved: false };
    const store = stage.store();
    const workspace = await store.open(stage.root, new Telling());
    await workspace.save([entry("1", "before")]);
    stage.settings = { ...stage.settings, isSaved: true };
    await store.follow();
    expect(workspace.saving().state).toBe("on");
    await workspace.save([entry("2", "saved")]);
    stage.settings = { ...stage.settings, isSaved: false };
    await store.follow();
    await workspace.save([entry("3", "after")]);
    await workspace.close();
    stage.settings = { ...stage.settings, isSaved: true };
    expect((await loaded()).state.entries.map(({ id }) => id)).toEqual(["1", "2"]);
  });
});
