import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Ability, lackOf } from "../../src/agents/driving/releases.ts";
import { approvingOption } from "../../src/agents/opencode/releases.ts";
import { type ReleaseAgent, releaseAgents, tables } from "./pinned.ts";
import { changesBetween, loadRecorded, type Recorded, recordedVersions } from "./recorded.ts";
import { Shapes } from "./shape.ts";

/** What a release must have for an ability, by its own help or its own list of calls. */
const proofs: Readonly<Record<ReleaseAgent, Partial<Record<Ability, string>>>> = {
  codex: { run: "thread/resume", fork: "thread/fork", inject: "thread/inject_items" },
  claude: { stream: "--include-partial-messages", effort: "--effort" },
  gemini: { run: "--session-id" },
  opencode: { run: "run --dir" },
};
const cases = releaseAgents.flatMap((agent) => recordedVersions(agent).map((version) => [agent, version] as const));

describe("a recorded release", () => {
  test.each(cases)("%s %s has what its table says, and lacks what it says", (agent, version) => {
    const { options, methods, protocol, log } = loadRecorded(agent, version);
    for (const [ability, proof] of Object.entries(proofs[agent])) {
      const isThere = options.includes(proof) || methods.includes(proof);
      expect([ability, isThere]).toEqual([ability, lackOf(tables[agent], version, ability as Ability) === null]);
    }
    expect(Object.keys(protocol).length).toBeGreaterThan(2);
    expect(Object.keys(log).length).toBeGreaterThan(2);
  });

  test.each(releaseAgents)("of %s: the one that tests drive, and an older one", (agent) => {
    const path = fileURLToPath(new URL("../../../../tools/agents/package.json", import.meta.url));
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path, "utf8"));
    const driven = Object.entries<string>({ ...dependencies, ...optionalDependencies }).find(([name]) =>
      tables[agent].packages.test(name),
    );
    const versions = recordedVersions(agent);
    expect(versions.at(-1)).toBe(driven?.[1]);
    expect(versions.length).toBeGreaterThan(1);
  });
});

test.each(recordedVersions("opencode"))("opencode %s approves by itself with the option that it has", (version) => {
  const { options } = loadRecorded("opencode", version);
  const had = ["--auto", "--dangerously-skip-permissions"].filter((option) => options.includes(`run ${option}`));
  expect(approvingOption(version)).toEqual(had);
});

test("what changed between two releases is named, part by part", () => {
  const before: Recorded = {
    agent: "codex",
    version: "0.1.0",
    options: ["--a", "--b"],
    methods: ["m"],
    protocol: { text: ["id string"], gone: [] },
    log: {},
  };
  const after: Recorded = {
    ...before,
    version: "0.2.0",
    options: ["--b", "--c"],
    methods: ["m", "n"],
    protocol: { text: ["id number"] },
    log: { turn: ["id string"] },
  };
  expect(changesBetween(before, after)).toEqual([
    ...["+ option: --c", "- option: --a", "+ method: n", "- protocol gone"],
    ...["+ protocol text: id number", "- protocol text: id string", "+ log turn"],
  ]);
  expect(changesBetween(after, after)).toEqual([]);
});

test("a shape has keys and kinds of values, no content, and no ids for keys", () => {
  const shapes = new Shapes();
  shapes.add("turn", { id: "secret", usage: { total: 3 }, parts: [{ text: "secret" }, null], more: {} });
  shapes.add("turn", { "29458b7b-0326-4058-9586-deb20acd8ee9": true, "/srv/secret": [1, 2] });
  const told = JSON.parse(JSON.stringify(shapes));
  expect(told).toEqual({
    turn: [
      "* boolean",
      "*[] number",
      "id string",
      "more object",
      "parts[] null",
      "parts[].text string",
      "usage.total number",
    ],
  });
  expect(JSON.stringify(told)).not.toContain("secret");
});
