import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entry, StoreStage, Telling } from "../../../../test/workbench/store-stage.ts";
import { schemaVersion, sectionVersions } from "../manifest.ts";

const folder = fileURLToPath(new URL("../../../../test/fixtures/workspace/", import.meta.url));
const fixtures = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const expected = JSON.parse(readFileSync(`${folder}expected.json`, "utf8"));

let stage: StoreStage;
beforeEach(() => {
  stage = new StoreStage();
  mkdirSync(stage.own, { recursive: true });
});
afterEach(() => stage.remove());

describe("a file of an older version", () => {
  it("there is a fixture of every one", () => {
    const found = fixtures.map((name) => JSON.parse(readFileSync(folder + name, "utf8").split("\n")[0] ?? ""));
    const olderEnvelopes = Array.from({ length: schemaVersion - 1 }, (_, index) => index + 1);
    expect(found.map((one) => one.schemaVersion)).toEqual(expect.arrayContaining(olderEnvelopes));
    for (const [name, newest] of Object.entries(sectionVersions))
      for (let version = 1; version < newest; version += 1)
        expect(found.some((one) => one.schemaVersion === schemaVersion && one.sections[name] === version)).toBe(true);
  });

  it.each(fixtures)("%s loads into exactly what it means, and is saved in the present version", async (name) => {
    copyFileSync(folder + name, stage.path);
    const workspace = await stage.store().open(stage.root, new Telling());
    expect(workspace.outcome).toEqual({ kind: "restored", detail: null });
    expect(workspace.state).toEqual(expected);
    await workspace.save([entry("new", "more")]);
    await workspace.close();
    expect(stage.lines()[0]).toMatchObject({
      schemaVersion,
      sections: sectionVersions,
      createdAt: "2026-01-02T03:04:05.000Z",
    });
    const again = await stage.store().open(stage.root, new Telling());
    expect(again.state.entries).toHaveLength(expected.entries.length + 1);
    expect({ ...again.state, entries: again.state.entries.slice(0, -1) }).toEqual(expected);
    await again.close();
  });
});
