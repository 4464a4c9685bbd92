import type { Hit } from "@reprise/model";
import { promptTurn, type SessionSeed } from "@reprise/testkit";
import { expect, test } from "vitest";
import { secret, serve } from "../../test/memory-stage.ts";
import { call } from "../../test/stdio-stage.ts";

const seed = (thread: string, workspace: string, ...turns: SessionSeed["turns"]): SessionSeed => ({
  thread,
  workspace,
  updatedAt: "2026-11-03T10:00:00.000Z",
  turns,
});

test("finds in this project, or in all, with turn and snippet", async () => {
  const { client } = await serve([
    seed("here", "/srv/shop", promptTurn("hello"), promptTurn("fix the basket")),
    seed("there", "/srv/bank", promptTurn("count the basket")),
  ]);
  const here = await call(client, "search_sessions", { text: "basket" });
  expect(here.text).toMatch(/^2 hits in 1 session of the project of \/srv\/shop\./);
  expect(here.text).toContain("codex:here · hello");
  expect(here.text).toContain("turn 2 · prompt · 2026-11-03T10:00:00.000Z\n    fix the basket");
  const all = await call(client, "search_sessions", { text: "basket", scope: "all" });
  expect(all.text).toContain("codex:there");
  const none = await call(client, "search_sessions", { text: "nowhere" });
  expect(none).toEqual({
    isError: false,
    text: '0 hits in 0 sessions of the project of /srv/shop.\nTo search every project: scope "all".',
  });
});

test("says when there are more hits than the limit", async () => {
  const { client } = await serve([seed("a", "/srv/shop", ...Array.from({ length: 5 }, () => promptTurn("basket")))]);
  const some = await call(client, "search_sessions", { text: "basket", limit: 4 });
  expect(some.text).toContain("4 hits in 1 session");
  expect(some.text).toContain("There are more: raise limit");
  const all = await call(client, "search_sessions", { text: "basket", limit: 11 });
  expect(all.text).toContain("11 hits");
  expect(all.text).not.toContain("There are more");
});

test("a snippet that was cut out of a secret is not shown", async () => {
  const text = `deploy with ${secret(7)} to the basket host`;
  const hit = (snippet: string): Hit => ({
    session: "codex:a" as Hit["session"],
    title: "deploy",
    turn: 1,
    item: "t1-1",
    kind: "prompt",
    isWaiting: false,
    snippet,
    marks: [],
    reach: "item",
    at: null,
  });
  const snippets = ["…0007 to the basket host", "deploy with SECRET-0000…", "…to the basket host"];
  const { client } = await serve([seed("a", "/srv/shop", promptTurn(text))], {
    change: () => ({
      async *search() {
        yield* snippets.map(hit);
      },
    }),
  });
  const answer = await call(client, "search_sessions", { text: "basket" });
  expect(answer.text).not.toMatch(/0007|SECRET/);
  expect(answer.text.match(/not shown: a secret/g)).toHaveLength(2);
  expect(answer.text).toContain("…to the basket host");
});

test("the last word of a shortened title is left out: it may be half a secret", async () => {
  const prompt = `${"word ".repeat(38)}${secret(7)} basket`;
  const { client } = await serve([seed("a", "/srv/shop", promptTurn(prompt))], {
    change: (library) => ({
      async *search(...args) {
        for await (const hit of library.search(...args)) yield { ...hit, title: `${hit.title.slice(0, 199)}…` };
      },
    }),
  });
  const answer = await call(client, "search_sessions", { text: "basket" });
  expect(answer.text).toContain("word …");
  expect(answer.text).not.toContain("SECRET");
});
