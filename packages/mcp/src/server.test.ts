import { SessionError } from "@reprise/model";
import { promptTurn } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { secret, serve } from "../test/memory-stage.ts";
import { call } from "../test/stdio-stage.ts";

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const seed = (thread: string, day: number, more: object = {}) => ({
  thread,
  updatedAt: at(day),
  workspace: "/srv/shop",
  turns: [promptTurn(`build ${thread}`)],
  ...more,
});

describe("the server", () => {
  test("names its tools, each read-only with described arguments", async () => {
    const { client } = await serve([]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_sessions",
      "search_sessions",
      "read_session",
      "handoff_brief",
    ]);
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
    expect(client.getInstructions()).toContain('scope "all"');
    expect(client.getServerVersion()).toMatchObject({ name: "reprise", version: "1.2.3" });
  });

  test.each([
    ["list_sessions", { limit: 0 }, "limit"],
    ["list_sessions", { limit: "many" }, "limit"],
    ["list_sessions", { agent: "nobody" }, "agent"],
    ["list_sessions", { folder: "/srv" }, "folder"],
    ["list_sessions", { scope: "shop" }, "scope"],
    ["list_sessions", { cursor: "nonsense" }, "cursor"],
    ["search_sessions", {}, "text"],
    ["search_sessions", { text: "" }, "text"],
    ["read_session", {}, "id"],
    ["read_session", { id: "a", last: 1, from: 1 }, "last"],
    ["read_session", { id: "a", to: 2 }, "from"],
    ["read_session", { id: "a", from: 3, to: 2 }, "after"],
    ["read_session", { id: "nothing" }, "nothing"],
    ["handoff_brief", { id: "a", tokens: 1 }, "tokens"],
  ])("%s with %j is a tool error that names the problem", async (name, args, problem) => {
    const { client, unexpected } = await serve([seed("a", 1)]);
    const answer = await call(client, name, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(problem);
    expect(unexpected).toEqual([]);
    expect((await call(client, "list_sessions")).isError).toBe(false);
  });

  test("an argument that is null counts as absent", async () => {
    const { client } = await serve([seed("a", 1)]);
    const answer = await call(client, "list_sessions", { scope: null, agent: null, cursor: null });
    expect(answer).toMatchObject({ isError: false, text: expect.stringContaining("codex:a") });
  });

  test("an unknown tool is refused with the names of all", async () => {
    const { client } = await serve([]);
    await expect(client.callTool({ name: "delete_session" })).rejects.toThrow("list_sessions");
  });

  test("an unexpected error is answered and reported, and the server continues", async () => {
    const failure = new TypeError(`broken ${secret(1)}`);
    const { client, unexpected } = await serve([seed("a", 1)], {
      change: () => ({ find: () => Promise.reject(failure) }),
    });
    const answer = await call(client, "read_session", { id: "a" });
    expect(answer).toEqual({ isError: true, text: "broken [redacted secret]" });
    expect(unexpected).toEqual([failure]);
    expect((await call(client, "list_sessions")).text).toContain("codex:a");
  });

  test("warnings come with the answer", async () => {
    const warnings = [{ kind: "unreadable", path: "/home/me/a", detail: "permission denied" }] as const;
    const { client } = await serve([], { change: () => ({ warnings: async () => warnings }) });
    expect((await call(client, "list_sessions")).text).toContain("Warning: /home/me/a: permission denied");
  });
});

describe("list_sessions", () => {
  const sessions = [
    seed("here", 3),
    seed("other", 2, { workspace: "/srv/bank", agent: "claude" }),
    seed("empty", 1, { turns: [] }),
    seed("old", 1, { archived: true }),
    seed("child", 1, { subagentOf: "here" }),
  ];

  test("shows the current project, and counts what is hidden with how to include it", async () => {
    const { client } = await serve(sessions);
    const { text } = await call(client, "list_sessions");
    expect(text).toContain("1 session in the project of /srv/shop");
    expect(text).toContain("codex:here · completed · updated 2026-11-03T10:00:00.000Z · 1 turn");
    expect(text).toContain('1 without a prompt (include "empty")');
    expect(text).toContain('1 sub-agent session (include "subagents"), 1 archived (include "archived")');
    expect(text).not.toContain("claude:other");
    const more = await call(client, "list_sessions", { include: ["empty", "subagents", "archived"] });
    for (const id of ["codex:here", "codex:empty", "codex:old", "codex:child"]) expect(more.text).toContain(id);
    expect(more.text).not.toContain("Hidden");
  });

  test("every project, another folder, one agent, one state", async () => {
    const { client } = await serve(sessions);
    expect((await call(client, "list_sessions", { scope: "all" })).text).toContain("2 sessions in all projects");
    const bank = await call(client, "list_sessions", { scope: "/srv/bank" });
    expect(bank.text).toContain("claude:other");
    expect((await call(client, "list_sessions", { scope: "../bank" })).text).toBe(bank.text);
    const codex = await call(client, "list_sessions", { scope: "all", agent: "codex" });
    expect(codex.text).not.toContain("claude:other");
    const failed = await call(client, "list_sessions", { scope: "all", state: "failed" });
    expect(failed.text).toContain("0 sessions");
  });

  test("page by page, each session once", async () => {
    const many = Array.from({ length: 7 }, (_, index) => seed(`s${index}`, index + 1));
    const { client } = await serve(many);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { text } = await call(client, "list_sessions", { limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...[...text.matchAll(/^codex:(s\d)/gm)].map(([, id]) => id ?? ""));
      const found = /with cursor (".*")$/m.exec(text)?.[1];
      cursor = found === undefined ? undefined : JSON.parse(found);
    } while (cursor !== undefined);
    expect(seen).toEqual(["s6", "s5", "s4", "s3", "s2", "s1", "s0"]);
  });
});

describe("handoff_brief", () => {
  test("is the brief of a handoff plan, which starts nothing", async () => {
    const asked: unknown[] = [];
    const plan = { mode: "handoff", brief: `The goal. ${secret(1)}`, tokens: 700, refusals: [] };
    const runner = async () =>
      ({
        plan: async (...args: unknown[]) => {
          asked.push(args);
          return plan;
        },
      }) as never;
    const { client } = await serve([seed("abc", 1)], { runner });
    const { text } = await call(client, "handoff_brief", { id: "ab", tokens: 900 });
    expect(text).toBe("The goal. [redacted secret]\n\n(700 tokens)");
    expect(asked).toMatchObject([["codex:abc", { modes: ["handoff"], briefTokens: 900 }]]);
  });

  test("a refusal says why", async () => {
    const refusals = [{ mode: "handoff", reason: "nothing-to-tell", detail: "It has no messages." }];
    const runner = async () => ({ plan: async () => ({ mode: null, refusals }) }) as never;
    const { client } = await serve([seed("abc", 1)], { runner });
    expect(await call(client, "handoff_brief", { id: "abc" })).toEqual({
      isError: true,
      text: "There is no brief of codex:abc. It has no messages.",
    });
  });
});

describe("resources", () => {
  test("the sessions of the project, page by page", async () => {
    const { client } = await serve(Array.from({ length: 120 }, (_, index) => seed(`s${index}`, 1)));
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(uris).size).toBe(120);
    expect(uris).toContain("reprise://session/codex:s7");
  });

  test("one is Markdown, by its address in any encoding, and by a template", async () => {
    const { client } = await serve([seed("a", 1)]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]?.uriTemplate).toContain("reprise://session/{id}");
    for (const uri of ["reprise://session/codex:a", "reprise://session/codex%3Aa", "reprise://session/a?from=1"]) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType: "text/markdown", text: expect.stringContaining("> build a") }]);
    }
  });

  test.each([
    ["reprise://session/nothing", -32002],
    ["reprise://sessions", -32602],
    ["file:///etc/passwd", -32602],
    ["reprise://session/a?last=x", -32602],
    ["reprise://session/%E0%A4%A", -32602],
  ])("%s is refused with %i", async (uri, code) => {
    const { client } = await serve([seed("a", 1)]);
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code });
  });

  test("what leaves is redacted", async () => {
    const { client } = await serve([seed("a", 1, { turns: [promptTurn(`use ${secret(1)}`)] })]);
    const { resources } = await client.listResources();
    expect(resources[0]?.title).toBe("use [redacted secret]");
  });
});

test("a session that cannot be read is a tool error with its reason", async () => {
  const { client } = await serve([seed("a", 1)], {
    change: () => ({
      read: () => Promise.reject(new SessionError("unreadable", "Permission denied. Check the file.")),
    }),
  });
  expect(await call(client, "read_session", { id: "a" })).toEqual({
    isError: true,
    text: "Permission denied. Check the file.",
  });
});
