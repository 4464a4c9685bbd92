import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Decision } from "@reprise/model";
import { type Action, until } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { adding, asking, calling, escalated } from "../../../../test/codex-driver/actions.ts";
import { answering, ask, endOf, follow, itemsIn, only, requestsIn } from "../../../../test/codex-driver/follow.ts";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import type { LiveThread } from "../../driving/driver.ts";

describe("requests of the real codex", () => {
  const used = useStage();

  const decide = (thread: LiveThread, action: Action, decision: Decision, answers?: Record<string, string[]>) => {
    used.stage.model.push([action], [{ text: "Next." }]);
    return ask(thread, "go", answering(thread, decision, answers));
  };
  const inWorkspace = (file: string) => join(used.stage.scratch.workspace, file);

  test("a command is asked for until it is allowed for the session, or for good", async () => {
    const thread = await used.stage.start(asking);
    const once = await decide(thread, escalated("echo one"), "once");
    const session = await decide(thread, escalated("echo one"), "session");
    const later = await decide(thread, escalated("echo one"), "decline");
    const always = await decide(thread, escalated("echo always"), "always");
    const after = await decide(thread, escalated("echo always"), "decline");
    expect([once, session, later, always, after].map((events) => requestsIn(events).length)).toEqual([1, 1, 0, 1, 0]);
    const [[first], [second]] = [requestsIn(once), requestsIn(session)];
    expect(first).toMatchObject({
      kind: "command",
      subject: "echo one",
      reason: "may I?",
      cwd: used.stage.scratch.workspace,
      choices: ["once", "session", "always", "decline", "cancel"],
      questions: [],
    });
    expect(second?.hash).toBe(first?.hash);
    expect(second?.id).not.toBe(first?.id);
    for (const events of [once, session, later, always, after]) {
      expect(itemsIn(events)[0]).toMatchObject({ kind: "command", status: "done", exitCode: 0 });
      expect(only(events, "item").find(({ item }) => item.kind === "command")?.key).toEqual(expect.any(String));
      expect(only(events, "request-resolved")).toEqual([]);
    }
    const rules = join(used.stage.home.env.CODEX_HOME ?? "", "rules", "default.rules");
    expect(await readFile(rules, "utf8")).toContain('["echo", "always"]');
  });

  test("a new process asks again for what was allowed for the session, by the same hash", async () => {
    const first = await used.stage.start(asking);
    const [before] = requestsIn(await decide(first, escalated("echo session"), "session"));
    await first.close();
    const second = await used.stage.resume(first.thread, asking);
    const [after] = requestsIn(await decide(second, escalated("echo session"), "decline"));
    expect(after?.hash).toBe(before?.hash);
    await second.close();
    const third = await used.stage.resume(first.thread, { ...asking, sandbox: "read-only" });
    const [narrower] = requestsIn(await decide(third, escalated("echo session"), "decline"));
    expect(narrower?.hash).not.toBe(before?.hash);
  });

  test("a declined command is not run and the turn goes on; a cancelled one stops it", async () => {
    const thread = await used.stage.start(asking);
    const declined = await decide(thread, escalated("touch declined.txt"), "decline");
    expect(itemsIn(declined)).toMatchObject([{ kind: "command", status: "declined" }, { text: "Next." }]);
    used.stage.model.push([escalated("touch cancelled.txt")]);
    const cancelled = await ask(thread, "go", answering(thread, "cancel"));
    expect(endOf(cancelled)).toMatchObject({ state: "interrupted", failure: null });
    expect(existsSync(inWorkspace("declined.txt"))).toBe(false);
    expect(existsSync(inWorkspace("cancelled.txt"))).toBe(false);
  });

  test("a patch is asked for by its paths", async () => {
    const thread = await used.stage.start({ ...asking, sandbox: "read-only" });
    const declined = await decide(thread, adding("p.txt"), "decline");
    const [asked] = requestsIn(declined);
    expect(asked).toMatchObject({
      kind: "edit",
      subject: inWorkspace("p.txt"),
      choices: ["once", "session", "decline", "cancel"],
    });
    expect(itemsIn(declined)[0]).toMatchObject({ kind: "edit", status: "declined" });
    expect(existsSync(inWorkspace("p.txt"))).toBe(false);
    const accepted = await decide(thread, adding("p.txt"), "session");
    expect(requestsIn(accepted)[0]?.hash).toBe(asked?.hash);
    expect(itemsIn(accepted)[0]).toMatchObject({ kind: "edit", status: "done" });
    expect(await readFile(inWorkspace("p.txt"), "utf8")).toBe("hi\n");
    used.stage.model.push([adding("q.txt")]);
    expect(endOf(await ask(thread, "go", answering(thread, "cancel")))?.state).toBe("interrupted");
    expect(existsSync(inWorkspace("q.txt"))).toBe(false);
  });

  test("a question gets its answer, and permissions are granted as asked or not at all", async () => {
    const features = (config: string) =>
      config.replace(
        "[features]\n",
        "[features]\ndefault_mode_request_user_input = true\nrequest_permissions_tool = true\n",
      );
    const thread = await used.stage.withConfig(features, () => used.stage.start(asking));
    const options = ["A", "B"].map((label) => ({ label, description: `what ${label} means` }));
    const questions = [{ id: "pick", header: "Pick", question: "Which?", options }];
    const question: Action = { call: { name: "request_user_input", arguments: { questions } } };
    const asked = await decide(thread, question, "once", { pick: ["B"] });
    expect(requestsIn(asked)[0]).toMatchObject({
      kind: "question",
      subject: "Which?",
      questions: [
        {
          id: "pick",
          text: "Which?",
          options: ["A", "B"],
          descriptions: ["what A means", "what B means"],
        },
      ],
      choices: ["once", "decline", "cancel"],
    });
    const lastInput = () => JSON.stringify(used.stage.model.requests.at(-1)?.body);
    expect(lastInput()).toContain(String.raw`{\"answers\":{\"pick\":{\"answers\":[\"B\"]}}}`);
    const permissions = { network: { enabled: true } };
    const wish: Action = {
      call: { name: "request_permissions", arguments: { reason: "to look", permissions } },
    };
    expect(requestsIn(await decide(thread, wish, "decline"))[0]).toMatchObject({
      kind: "permissions",
      subject: 'permissions {"network":{"enabled":true}}',
      reason: "to look",
    });
    expect(lastInput()).toContain(String.raw`{\"permissions\":{\"network\":null,`);
    await decide(thread, wish, "session");
    expect(lastInput()).toMatch(/permissions[^}]*enabled[^}]*true\}.{0,30}scope[^}]*session/);
    used.stage.model.push([question]);
    expect(endOf(await ask(thread, "go", answering(thread, "cancel")))?.state).toBe("interrupted");
  });

  test("a sub-agent's edit is shown as its own, also under an id of the main thread's, and allowed once at most", async () => {
    const { stage } = used;
    const adds = (file: string) => ({
      custom: {
        name: "apply_patch",
        id: "same",
        input: `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`,
      },
    });
    const spawns = { name: "spawn_agent", namespace: "multi_agent_v1", arguments: { message: "SUBTASK" } };
    stage.model.push(
      { match: /^SUBTASK$/, times: 1, actions: [adds("sub.txt")] },
      { match: /^SUBTASK$/, actions: [{ text: "Done." }] },
      ...[[adds("main.txt")], [{ call: spawns }], [{ hang: true } as const, { text: "Over." }]],
    );
    const thread = await stage.start({ ...asking, sandbox: "read-only" });
    const turn = follow(thread, "go", answering(thread, "session"));
    await turn.seen("request", ({ request }) => request.subject.endsWith("sub.txt"));
    await until(() => stage.model.requests.some(({ body }) => JSON.stringify(body).includes("A sub.txt")), {
      what: "the sub-agent's next request",
    });
    stage.model.release();
    const events = await turn.over;
    const [own, other] = requestsIn(events);
    expect(own).toMatchObject({ changes: [{ path: inWorkspace("main.txt") }], hash: expect.any(String) });
    expect(other).toMatchObject({
      changes: [{ path: inWorkspace("sub.txt"), change: "add", diff: "x\n" }],
      hash: null,
      choices: ["once", "decline", "cancel"],
    });
    expect(await readFile(inWorkspace("sub.txt"), "utf8")).toBe("x\n");
    const tools = only(events, "item").flatMap(({ item }) => (item.kind === "tool" ? item.name : []));
    expect(new Set(tools)).toEqual(new Set(["agent.spawn_agent"]));
  });

  test("MCP servers are told with their tools; a tool is asked for, and a server may ask by a form", async () => {
    const script = fileURLToPath(new URL("../../../../test/codex-driver/mcp-server.mjs", import.meta.url));
    const servers = `
[mcp_servers.echo]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(script)}]
[mcp_servers.broken]
command = "/nowhere/mcp"
`;
    await used.stage.withConfig((config) => config + servers, talkWithTools);
  });

  const talkWithTools = async () => {
    const thread = await used.stage.start({ ...asking, sandbox: "read-only" });
    expect(await thread.toolServers()).toEqual([
      { name: "broken", isReady: false, problem: expect.stringContaining("No such file"), tools: [] },
      { name: "echo", isReady: true, problem: null, tools: ["ask", "echo"] },
    ]);
    const called = await decide(thread, calling("echo", { text: "hi" }), "session");
    const notices = only(called, "notice").map(({ text }) => text);
    expect(notices.join()).toContain("`broken` failed to start");
    expect(requestsIn(called)[0]).toMatchObject({
      kind: "other",
      subject: expect.stringContaining('{"text":"hi"}'),
      choices: ["once", "session", "always", "decline", "cancel"],
    });
    const echoed = {
      kind: "tool",
      name: "mcp__echo__echo",
      input: { text: "hi" },
      output: "hi",
      status: "done",
    };
    expect(itemsIn(called)[0]).toEqual(echoed);
    expect(requestsIn(await decide(thread, calling("echo", { text: "hi" }), "decline"))).toEqual([]);
    const answers = { name: ["Bo"], age: ["3"], ok: ["yes"], other: ["x"] };
    const form = await decide(thread, calling("ask"), "once", answers);
    expect(requestsIn(form)[0]).toMatchObject({
      kind: "question",
      questions: [{ id: "age" }, { id: "name", text: "Name" }, { id: "ok", options: ["true", "false"] }],
    });
    expect(itemsIn(form)[0]).toMatchObject({
      name: "mcp__echo__ask",
      output: '{"action":"accept","content":{"name":"Bo","age":3,"ok":true}}',
    });
    const declined = await decide(thread, calling("ask"), "decline");
    expect(itemsIn(declined)[0]).toMatchObject({ output: expect.stringContaining('{"action":"decline"') });
  };
});
