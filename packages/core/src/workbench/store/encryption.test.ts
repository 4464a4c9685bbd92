import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nothingSaved, type SavedChange, type SavedState, savedAfter } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draft, entry, StoreStage, Telling } from "../../../test/workbench/store-stage.ts";

let stage: StoreStage;
beforeEach(() => {
  stage = new StoreStage();
  stage.settings = { ...stage.settings, isEncrypted: true };
});
afterEach(() => stage.remove());

const open = (store = stage.store()) => store.open(stage.root, new Telling());
const folded = (...changes: readonly SavedChange[]): SavedState => changes.reduce(savedAfter<SavedState>, nothingSaved);

async function saved(...changes: readonly SavedChange[]): Promise<void> {
  const workspace = await open();
  await workspace.save(changes);
  await workspace.close();
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
}

const isAnywhere = (text: string) => filesBelow(stage.state).some((path) => readFileSync(path, "utf8").includes(text));

describe("an encrypted workspace", () => {
  it("comes back with its key, and nothing of it is in the clear", async () => {
    await saved(entry("1", "whisper one"));
    await saved(draft("whisper two"));
    const workspace = await open();
    expect(workspace.state).toEqual(folded(entry("1", "whisper one"), draft("whisper two")));
    await workspace.close();
    expect(isAnywhere("whisper")).toBe(false);
  });

  it("is listed by its folder also after it was cleared and saved again", async () => {
    const store = stage.store();
    const workspace = await stage.store().open(stage.root, new Telling());
    await workspace.save([entry("1", "whisper")]);
    await workspace.clear();
    expect(await store.known()).toEqual([]);
    await workspace.save([entry("2", "again")]);
    await expect.poll(async () => (await store.known()).map(({ root }) => root)).toEqual([stage.root]);
    await workspace.close();
  });

  it("is not written without a key, and not overwritten", async () => {
    await saved(entry("1", "whisper"));
    const before = readFileSync(stage.path);
    stage.keyring.kept.clear();
    const workspace = await open();
    expect(workspace.outcome.kind).toBe("locked");
    expect(workspace.saving().state).toBe("locked");
    await workspace.save([entry("2", "lost?")]);
    await workspace.flush();
    await workspace.close();
    expect(readFileSync(stage.path)).toEqual(before);
    expect(isAnywhere("lost?")).toBe(false);
  });

  it("is not created without a key", async () => {
    stage.keyring.failure = "There is no keyring here.";
    const telling = new Telling();
    const workspace = await stage.store().open(stage.root, telling);
    expect(workspace.saving()).toMatchObject({ state: "locked", detail: "There is no keyring here." });
    await workspace.save([entry("1", "whisper")]);
    await workspace.close();
    expect(existsSync(stage.path)).toBe(false);
    expect(telling.saves).toEqual([]);
  });

  it("notices a line that was changed, and keeps the rest", async () => {
    await saved(entry("1", "one"), entry("2", "two"), entry("3", "three"));
    const lines = readFileSync(stage.path, "utf8").split("\n");
    lines[3] = lines[2] ?? "";
    writeFileSync(stage.path, lines.join("\n"));
    const workspace = await open();
    expect(workspace.outcome.detail).toContain("1 record");
    expect(workspace.state.entries.map(({ id }) => id)).toEqual(["1", "3"]);
    await workspace.close();
  });
});

describe("with a passphrase", () => {
  beforeEach(() => {
    stage.settings = { ...stage.settings, key: "passphrase" };
  });

  it("a wrong one changes nothing; with the right one everything is back, and what happened meanwhile is saved", async () => {
    const first = await open();
    expect(first.saving().state).toBe("locked");
    await first.save([entry("0", "before")]);
    await first.unlock("correct horse");
    expect(first.saving().state).toBe("on");
    await first.save([entry("1", "one")]);
    await first.close();

    const workspace = await open();
    expect(workspace.outcome.kind).toBe("locked");
    expect(workspace.state).toEqual(nothingSaved);
    await workspace.save([entry("2", "meanwhile")]);
    const before = readFileSync(stage.path);
    await expect(workspace.unlock("wrong horse")).rejects.toMatchObject({ code: "refused" });
    expect(readFileSync(stage.path)).toEqual(before);
    expect(workspace.saving().state).toBe("locked");
    const state = await workspace.unlock("correct horse");
    expect(state).toEqual(folded(entry("0", "before"), entry("1", "one"), entry("2", "meanwhile")));
    await workspace.close();
    const last = await open();
    expect(await last.unlock("correct horse")).toEqual(state);
    await last.close();
  });
});

describe("turning encryption on and off", () => {
  it("rewrites what is saved; nothing stays in the clear, backups neither", async () => {
    stage.settings = { ...stage.settings, isEncrypted: false };
    mkdirSync(stage.own, { recursive: true });
    writeFileSync(`${stage.path}.bak`, "whisper");
    const store = stage.store();
    const workspace = await open(store);
    await workspace.save([entry("1", "whisper")]);
    stage.settings = { ...stage.settings, isEncrypted: true };
    await store.follow();
    expect(isAnywhere("whisper")).toBe(false);
    await workspace.save([entry("2", "whisper")]);
    expect(isAnywhere("whisper")).toBe(false);
    stage.settings = { ...stage.settings, isEncrypted: false };
    await store.follow();
    expect(stage.lines()).toHaveLength(4);
    await workspace.close();
    const again = await open();
    expect(again.state).toEqual(folded(entry("1", "whisper"), entry("2", "whisper")));
    await again.close();
  });

  it("takes effect on the next start, too", async () => {
    stage.settings = { ...stage.settings, isEncrypted: false };
    await saved(entry("1", "whisper"));
    stage.settings = { ...stage.settings, isEncrypted: true };
    const workspace = await open();
    expect(workspace.state).toEqual(folded(entry("1", "whisper")));
    await workspace.close();
    expect(isAnywhere("whisper")).toBe(false);
  });
});

describe("a new key", () => {
  it("seals open and closed workspaces again; the old key is gone", async () => {
    await saved(entry("1", "closed"));
    const other = join(stage.folder, "other");
    mkdirSync(other);
    const keys = stage.keys();
    const { sealingWith } = await import("./sealing.ts");
    const store = stage.store({ sealing: sealingWith(keys, stage.host) });
    const workspace = await store.open(other, new Telling());
    await workspace.save([entry("2", "open")]);
    const keyIds = () => {
      const sealed = filesBelow(stage.state).filter((path) => path.endsWith("session.jsonl"));
      return sealed.map((path) => JSON.parse(readFileSync(path, "utf8").split("\n")[0] ?? "").keyId as string);
    };
    const [old] = keyIds();
    const { resealed, left } = await store.rotateKeys();
    expect({ count: resealed.length, left }).toEqual({ count: 2, left: [] });
    expect(new Set(keyIds()).size).toBe(1);
    expect(keyIds()).not.toContain(old);
    expect(keys.cipherOf(old ?? "")).toBeNull();
    await workspace.save([entry("3", "open")]);
    await workspace.close();
    const [first, second] = [await open(), await stage.store().open(other, new Telling())];
    expect(first.state).toEqual(folded(entry("1", "closed")));
    expect(second.state).toEqual(folded(entry("2", "open"), entry("3", "open")));
    await first.close();
    await second.close();
  });
});
