import { makeScriptedHome, type ScriptedHome, scripted, scriptedSource } from "@reprise/testkit";
import { afterEach, expect, it } from "vitest";
import { openLibrary } from "../../src/library.ts";
import { mostPieces } from "../../src/transcript/chain.ts";

const { file, prompt, reply } = scripted;
const source = scriptedSource();
const homes: ScriptedHome[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.dispose();
});

/** Sessions of one turn each, each a fork of the one before it. `name` decides which file comes first in the folder. */
function chainOfForks(count: number, name: (index: number) => string): ScriptedHome {
  const home = makeScriptedHome();
  homes.push(home);
  for (let index = 0, endByte = 0; index < count; index += 1) {
    const base = index === 0 ? null : { rolloutId: name(index - 1), endByte };
    const text = file({ about: { base } }, { start: `t${index}` }, prompt(`question ${index}`), reply("answer"));
    endByte = Buffer.byteLength(text);
    home.write(`sessions/${name(index)}.jsonl`, text);
  }
  return home;
}

const ascending = (index: number) => `f${String(index).padStart(5, "0")}`;
const descending = (index: number) => ascending(99_999 - index);

async function listed(home: ScriptedHome) {
  const library = openLibrary(home.host, { sources: [source] });
  const { sessions } = await library.list({ scope: "all", limit: 10_000 });
  library.close();
  return new Map(sessions.map((session) => [String(session.thread), session]));
}

it.each([
  ["ascending", ascending],
  ["descending", descending],
])("listing forks of forks opens files in proportion to their number: %s names", async (_, name) => {
  const counts: number[] = [];
  for (const count of [40, 80]) {
    const home = chainOfForks(count, name);
    expect((await listed(home)).size).toBe(count);
    counts.push(home.opened.length);
  }
  expect(counts[1]).toBeLessThan(2.5 * (counts[0] ?? 0));
});

it("a long chain of forks is shown in parts, each fork with what it shares", async () => {
  const home = chainOfForks(2 * mostPieces + 2, ascending);
  const sessions = await listed(home);
  for (const index of [0, 1, mostPieces - 1, mostPieces, mostPieces + 1, 2 * mostPieces + 1]) {
    const session = sessions.get(ascending(index));
    expect(session).toMatchObject({
      turnCount: (index % mostPieces) + 1,
      damageCount: index < mostPieces ? 0 : 1,
    });
  }
  const library = openLibrary(home.host, { sources: [source] });
  const { turns, damage } = await library.read(sessions.get(ascending(mostPieces + 1))?.id ?? ("" as never));
  const prompts: unknown[] = [];
  for await (const { items } of turns) prompts.push(items[0]);
  expect(prompts).toMatchObject([{ text: `question ${mostPieces}` }, { text: `question ${mostPieces + 1}` }]);
  expect(damage).toMatchObject([
    {
      kind: "missing-base",
      detail: expect.stringContaining(`${ascending(mostPieces - 1)}, after 100 other files`),
    },
  ]);
  library.close();
});

it("rollouts that continue each other in a circle are all listed", async () => {
  const home = makeScriptedHome();
  homes.push(home);
  for (const [name, base] of ["ab", "bc", "ca", "dd"])
    home.write(
      `sessions/${name}.jsonl`,
      file({ about: { base: { rolloutId: base ?? "", endByte: 10 } } }, { start: "t" }, prompt(`of ${name}`)),
    );
  const sessions = await listed(home);
  expect([...sessions.keys()].sort()).toEqual(["a", "b", "c", "d"]);
});
