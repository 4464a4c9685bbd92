import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Library } from "@reprise/model";
import { makeScratch, sampleOf } from "@reprise/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { type Wrapped, writeWrapped } from "./claude-wrappers.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));

interface Answer {
  readonly name: string;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly sessions?: readonly { readonly sessionId: string; readonly firstPrompt: string }[];
}

const answers: Record<"claude" | "codex", readonly Answer[]> = JSON.parse(
  readFileSync(join(fixtures, "vendors/answers.json"), "utf8"),
);
/**
 * Here ccusage counts one reply less: it reads no `token_usage_record`, which is all that a turn that was cut off has, and one
 * count less of two histories with forks. That we count every record of a reply is in library/usage.test.ts.
 */
const oneReplyLess = new Set([
  ...[
    "archived",
    "forked",
    "exec-sigint-mid-tool",
    "exec-sigkill-mid-tool",
    "kill9-mid-tool",
    "kill9-pending-approval",
  ],
]);
/** What a reply of the scripted model costs. */
const reply = { input: 100, output: 10 };
/** The vendor leaves the arguments of a command out. */
const leftOut: Readonly<Record<string, string>> = { "slash-command-named": " Bob" };
const every = Object.entries(answers).flatMap(([agent, ofAgent]) => ofAgent.map((answer) => ({ agent, ...answer })));

async function libraryOf(agent: string, homeIn: (root: string) => string) {
  const { root, remove } = await makeScratch("vendors");
  const host = nodeHost({ HOME: root, REPRISE_CACHE: join(root, "cache"), REPRISE_STATE: join(root, "state") });
  const library = openLibrary(host, { homes: { [agent]: [homeIn(root)] } });
  onTestFinished(async () => {
    library.close();
    await remove();
  });
  return library;
}

const recorded = (agent: string, name: string) => libraryOf(agent, () => join(fixtures, agent, name));

async function titlesIn(library: Library) {
  const { sessions } = await library.list({ scope: "all", includeEmpty: true, limit: 200 });
  return new Map(sessions.map(({ thread, title }) => [`${thread}`, title]));
}

describe("what others say of our recordings", () => {
  test.each(sampleOf(every, 16))(
    "ccusage counts the tokens of $agent/$name as we do",
    async ({ agent, name, tokens }) => {
      const { total } = await (await recorded(agent, name)).usage({ scope: "all", zone: "UTC" });
      const more = agent === "codex" && oneReplyLess.has(name) ? reply : { input: 0, output: 0 };
      expect({ input: total.tokens.input ?? 0, output: total.tokens.output ?? 0 }).toEqual({
        input: tokens.input + more.input,
        output: tokens.output + more.output,
      });
    },
  );

  test.each(sampleOf(answers.claude, 6))(
    "Claude's own reader begins $name with our titles",
    async ({ name, sessions = [] }) => {
      const titles = await titlesIn(await recorded("claude", name));
      for (const { sessionId, firstPrompt } of sessions)
        expect(titles.get(sessionId)).toBe(`${firstPrompt}${leftOut[name] ?? ""}`);
    },
  );

  test("Claude's own reader begins sessions with what was typed, not with what the harness or an editor put around it, and so do we", async () => {
    let wrapped: readonly Wrapped[] = [];
    const library = await libraryOf("claude", (root) => {
      wrapped = writeWrapped(join(root, "wrapped"));
      return join(root, "wrapped");
    });
    const titles = await titlesIn(library);
    const ours = wrapped.map(({ thread, tag, shape }) => ({ tag, shape, firstPrompt: titles.get(thread) ?? null }));
    expect(ours).toEqual(JSON.parse(readFileSync(join(fixtures, "vendors/wrapped.json"), "utf8")));
  });
});
