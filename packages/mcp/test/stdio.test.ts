import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareTrees, hashTree } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, reprise, StdioStage } from "./stdio-stage.ts";

const codexSession = "codex:01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const claudeSession = "claude:29458b7b-0326-4058-9586-deb20acd8ee9";
const message = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const hello = message(1, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1.0.0" },
});

let stage: StdioStage;
beforeAll(async () => {
  stage = await StdioStage.open("mcp-stdio");
  stage.place("codex", "complete-two-turns");
  stage.place("claude", "basic");
  stage.place("gemini", "tools-resumed");
  stage.place("opencode", "recorded");
});
afterAll(() => stage.close());

describe("the built program over stdio", () => {
  test("lists, searches, reads and briefs sessions of every agent, and changes no file of theirs", async () => {
    const before = await hashTree(stage.scratch.home);
    const { client, stderr } = await stage.connect(stage.scratch.workspace);
    const here = await call(client, "list_sessions");
    expect(here.text).toContain(`0 sessions in the project of ${stage.scratch.workspace}`);
    expect(here.text).toContain('scope "all"');
    const { text } = await call(client, "list_sessions", { scope: "all", limit: 100 });
    for (const id of [codexSession, claudeSession, "gemini:a0000002", "opencode:ses_"]) expect(text).toContain(id);
    for (const [id] of text.matchAll(/^\w+:\S+(?= · )/gm)) {
      const read = await call(client, "read_session", { id });
      expect(read, id).toMatchObject({ isError: false, text: expect.stringContaining("## Turn") });
      const brief = await call(client, "handoff_brief", { id, tokens: 800 });
      expect(brief.text, id).toContain(id);
    }
    const found = await call(client, "search_sessions", { text: "hello", scope: "/srv/proj-a" });
    expect(found.text).toContain(claudeSession);
    // How far the first reading is may be there; no warning and no error.
    expect(stderr().replace(/^Reading sessions: .*\n/gm, "")).toBe("");
    expect(compareTrees(before, await hashTree(stage.scratch.home))).toEqual([]);
    expect(await hashTree(join(stage.scratch.root, "state"))).toEqual(new Map());
  });

  test("the default scope is the folder it was started in, or -C", async () => {
    const { client } = await stage.connect(stage.scratch.workspace, ["-C", "/srv/proj-a"]);
    const { text } = await call(client, "list_sessions", { agent: "codex" });
    expect(text).toMatch(/^1 session in the project of \/srv\/proj-a/);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`reprise://session/${codexSession}`);
    const { contents } = await client.readResource({ uri: `reprise://session/${codexSession}?last=1` });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining("## Turn 2") });
  });

  test("its cursors lead through every session once", async () => {
    const { client } = await stage.connect(stage.scratch.workspace);
    const whole = await call(client, "list_sessions", { scope: "all", limit: 100 });
    const idsIn = (text: string) => [...text.matchAll(/^\w+:\S+(?= · )/gm)].map(([id]) => id);
    const seen: string[] = [];
    let next: object | null = {};
    while (next !== null) {
      const { text }: { text: string } = await call(client, "list_sessions", {
        scope: "all",
        limit: 1,
        ...next,
      });
      seen.push(...idsIn(text));
      const cursor = /with cursor (".*")$/m.exec(text)?.[1];
      next = cursor === undefined ? null : { cursor: JSON.parse(cursor) };
    }
    expect(seen).toEqual(idsIn(whole.text));
    expect(seen.length).toBeGreaterThan(3);
  });

  test("a damaged session is read as far as it goes, and its damage is counted", async () => {
    const broken = await StdioStage.open("mcp-damaged");
    try {
      broken.place("codex", "torn-last-line");
      const file = rolloutIn(broken.homeOf("codex"));
      appendFileSync(file, "\nnot json\n\0\0\0\n");
      const { client } = await broken.connect(broken.scratch.workspace);
      expect((await call(client, "list_sessions", { scope: "all" })).text).toMatch(/\d damaged places/);
      const { text } = await call(client, "read_session", { id: codexSession });
      expect(text).toContain("## Turn 1");
      expect(text).toMatch(/\d damaged places in the part that was read/);
      expect(text).toContain("not-json");
    } finally {
      await broken.close();
    }
  });
});

describe("the process", () => {
  test("writes nothing but the protocol on stdout, and survives lines that are none", async () => {
    const { lines, code } = await piped(
      "this is not JSON\n",
      hello,
      '{"jsonrpc":"2.0","id":2}\n',
      message(3, "nothing/known"),
      message(4, "tools/call", { name: "list_sessions", arguments: { scope: "all" } }),
    );
    const answers = lines.map((line) => JSON.parse(line));
    expect(answers.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(answers.find(({ id }) => id === 1)?.result.serverInfo.name).toBe("reprise");
    expect(answers.find(({ id }) => id === 3)?.error.code).toBe(-32601);
    expect(answers.find(({ id }) => id === 4)?.result.content[0].text).toContain(codexSession);
    expect(code).toBe(0);
  });

  test("answers what it was asked before stdin ended", async () => {
    const wanted = Array.from({ length: 20 }, (_, index) =>
      message(index + 2, "tools/call", { name: "handoff_brief", arguments: { id: codexSession } }),
    );
    const { lines, code } = await piped(hello, ...wanted);
    expect(lines).toHaveLength(21);
    expect(code).toBe(0);
  });

  test("ends by the signal that stops it", async () => {
    const child = start();
    child.stdin.write(hello);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  });

  test("ends when its client no longer reads", async () => {
    const child = start();
    child.stdin.write(hello);
    await once(child.stdout, "data");
    child.stdout.destroy();
    child.stdin.on("error", () => {});
    const ended = once(child, "exit");
    const asking = setInterval(() => child.stdin.write(message(2, "tools/list")), 50);
    expect(await ended).toEqual([0, null]);
    clearInterval(asking);
  });
});

function start() {
  const child = spawn(reprise, ["mcp"], { cwd: stage.scratch.workspace, env: stage.env });
  child.stderr.resume();
  return child;
}

async function piped(...messages: readonly string[]): Promise<{ lines: string[]; code: unknown }> {
  const child = start();
  let output = "";
  child.stdout.on("data", (piece) => {
    output += piece;
  });
  child.stdin.end(messages.join(""));
  const [code] = await once(child, "close");
  return { lines: output.split("\n").filter((line) => line !== ""), code };
}

function rolloutIn(home: string): string {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  return join(home, names.find((name) => name.endsWith(".jsonl")) ?? "");
}

describe("secrets in a session", () => {
  /** Made of parts, so that no scanner takes this file for a leak. */
  const random = "q7Zx9Kd2Wv5Tb8Yn3Rm6Pc1Lf4Hj0Gs7AaE2Uo5Qi";
  const key = ["-----BEGIN RSA PRIVATE", "KEY-----"].join(" ");
  const keyLines = Array.from({ length: 12 }, (_, index) => `${random}${index}${random}`.slice(0, 64));
  const secrets = [
    `sk-proj-${random}`,
    `ghp_${random.slice(0, 36)}`,
    `AIza${random.slice(0, 35)}`,
    `xoxb-123456789012-${random.slice(0, 24)}`,
    `password=${random.slice(0, 20)}`,
    `postgres://me:${random.slice(0, 16)}@db/x`,
    `Authorization: Bearer ${random}`,
  ];
  const wrapped = [
    // As a terminal wraps them; escaped, as they are in a file of lines.
    `ghp_${random.slice(0, 18)}\\n${random.slice(18, 36)}`,
    `sk-proj-${random.slice(0, 30)}\\r\\n  ${random.slice(30)}${random.slice(0, 10)}`,
  ];
  const planted = [...secrets, ...wrapped].join(" basket ");
  const places = ["do the work", "Let me look.", "Thinking about it", "hello world", "ünïcödé", "All done."];

  test("leave by no tool and no resource", async () => {
    const own = await StdioStage.open("mcp-secrets");
    try {
      own.place("codex", "exec-tools");
      const file = rolloutIn(own.homeOf("codex"));
      let text = readFileSync(file, "utf8");
      for (const place of places) text = text.replaceAll(place, `${place} basket ${planted}`);
      // Once escaped, as it stands in a prompt: a key of many lines, which any window cuts.
      text = text.replaceAll("do the work", `do the work lemon\\n${key}\\n${keyLines.join("\\n")}\\nend`);
      writeFileSync(file, text);
      const { client } = await own.connect("/", ["-C", "/srv/proj-a"]);
      const id = "codex:01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b";
      const answers = [
        await call(client, "list_sessions"),
        await call(client, "read_session", { id }),
        await call(client, "read_session", { id, itemChars: 100 }),
        await call(client, "read_session", { id, maxChars: 1000 }),
        await call(client, "read_session", { id, from: 1, offset: -1000 }),
        await call(client, "handoff_brief", { id }),
        ...(await Promise.all(
          ["basket", "lemon", "hello", ...secrets, ...keyLines.slice(0, 2), "end"].map((words) =>
            call(client, "search_sessions", { text: `"${words}"`, limit: 100 }),
          ),
        )),
      ];
      const { resources } = await client.listResources();
      const { contents } = await client.readResource({ uri: `reprise://session/${id}` });
      const all = [...answers.map((answer) => answer.text), JSON.stringify([resources, contents])].join("\n");
      expect(answers.filter(({ isError }) => isError)).toEqual([]);
      expect(all).toContain("[redacted");
      // Not even eight characters of any.
      for (let at = 0; at + 8 <= random.length; at += 1) expect(all).not.toContain(random.slice(at, at + 8));
    } finally {
      await own.close();
    }
  });
});
