import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linesOf, type RunningServer, ServeStage, textIn } from "./serve-stage.ts";

let stage: ServeStage;
beforeEach(async () => {
  stage = await ServeStage.open();
});
afterEach(() => stage.close());

interface ChatAnswer {
  readonly session_id: string | null;
  readonly turn_count: number;
  readonly turns: readonly { readonly id: string; readonly status: string }[];
}

async function chatOf(server: RunningServer): Promise<ChatAnswer> {
  return (await (await server.call("/chat/c")).json()) as ChatAnswer;
}

async function isClosing(server: RunningServer): Promise<boolean> {
  const answer = await fetch(`${server.listening.url}/healthz`).catch(() => null);
  return answer === null || answer.status === 503;
}

describe("reprise serve with the real Codex", () => {
  it("two messages are one conversation, though the server was restarted between them", async () => {
    const { model } = stage.machine;
    model.push([{ text: "I keep seven." }]);
    const first = await stage.serve();
    const [start, ...events] = await linesOf(await first.send({ message: "keep the number seven" }));
    expect(start).toMatchObject({ id: 1, type: "init", session_id: expect.any(String) });
    expect(textIn(events)).toBe("I keep seven.");
    expect(events.at(-1)).toMatchObject({ type: "result", status: "completed" });
    expect(await first.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    model.push([{ text: "Seven." }]);
    const second = await stage.serve();
    const lines = await linesOf(await second.send({ message: "which number?" }));
    expect(lines[0]).toMatchObject({ type: "init", session_id: start?.session_id });
    expect(textIn(lines)).toBe("Seven.");
    const request = JSON.stringify(model.requests.at(-1)?.body);
    expect(request.split("keep the number seven")).toHaveLength(2);
    expect(request).toContain("I keep seven.");
    expect(await chatOf(second)).toMatchObject({ session_id: start?.session_id, turn_count: 2 });
    expect([first.stderr, second.stderr]).toEqual(["", ""]);
    expect(first.stdout.split("\n")).toHaveLength(2);
  });

  it("gives a program in a sandbox nothing for its token, as an agent's command is that has read it", async () => {
    const call = ({ listening: { url, token } }: RunningServer, ...before: string[]) => {
      const script = `fetch("${url}/sessions", { headers: { authorization: "Bearer ${token}" } }).then(async (a) => console.log(a.status, await a.text()))`;
      const [command = "", ...args] = [...before, process.execPath, "-e", script];
      return spawnSync(command, args, { encoding: "utf8" }).stdout;
    };
    const confined = ["setpriv", "--no-new-privs"];
    const server = await stage.serve();
    expect(call(server)).toMatch(/^200 /);
    expect(call(server, ...confined)).toMatch(/^403 .*Programs in a sandbox/);
    // Browsers call like that too.
    expect(call(await stage.serve(["--allow-origin", "https://example.org"]), ...confined)).toMatch(/^200 /);
  });

  it("a client that leaves cancels the turn, the agent ends, and the chat is free", async () => {
    const { model } = stage.machine;
    model.push([{ partial: "thinking" }, { hang: true }]);
    const server = await stage.serve();
    const leaving = new AbortController();
    const response = await server.send({ message: "take long" }, {}, leaving.signal);
    expect(response.status).toBe(200);
    await model.arrived(1);
    leaving.abort();
    await until(async () => (await chatOf(server)).turns[0]?.status === "cancelled");
    expect(await model.ended(1)).toBe("cut");
    model.push([{ text: "Here." }]);
    expect(textIn(await linesOf(await server.send({ message: "still there?" })))).toBe("Here.");
  });

  it("a message with a key runs once, also if its server was killed and the client asks the next one", async () => {
    const { model } = stage.machine;
    model.push([{ text: "Once." }]);
    const key = { "idempotency-key": "message-1" };
    const server = await stage.serve();
    const lines = await linesOf(await server.send({ message: "count me" }, key));
    expect(await linesOf(await server.send({ message: "count me" }, key))).toEqual(lines);
    await server.kill("SIGKILL");
    const next = await stage.serve();
    expect(await linesOf(await next.send({ message: "count me" }, key))).toEqual(lines);
    const rest = await next.send({ message: "count me" }, { ...key, "last-event-id": "1" });
    expect(await linesOf(rest)).toEqual(lines.slice(1));
    expect((await next.send({ message: "another" }, key)).status).toBe(409);
    expect(model.requests.filter(({ number }) => number !== null)).toHaveLength(1);
  });

  it("a turn whose server was killed has an end for those who ask, and its key runs nothing", async () => {
    const { model } = stage.machine;
    model.push([{ hang: true }]);
    const key = { "idempotency-key": "k" };
    const server = await stage.serve();
    const response = await server.send({ message: "take long", detach: true }, key);
    const turn = response.headers.get("reprise-turn");
    await model.arrived(1);
    await server.kill("SIGKILL");
    await expect(response.text()).rejects.toThrow();
    const next = await stage.serve();
    const lines = await linesOf(await next.call(`/chat/c/turns/${turn}/events`));
    expect(lines.at(-1)).toMatchObject({ type: "result", status: "failed" });
    const again = await linesOf(await next.send({ message: "take long", detach: true }, key));
    expect(again).toEqual(lines);
    expect((await chatOf(next)).turns).toMatchObject([{ id: turn, status: "interrupted" }]);
  });

  it("a turn of another server is not said to be cancelled", async () => {
    const { model } = stage.machine;
    model.push([{ hang: true }]);
    const [server, other] = [await stage.serve(), await stage.serve()];
    const response = await server.send({ message: "take long" });
    const path = `/chat/c/turns/${response.headers.get("reprise-turn")}/cancel`;
    await model.arrived(1);
    const refused = await other.call(path, { method: "POST" });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("was not stopped")]);
    expect((await chatOf(other)).turns).toMatchObject([{ status: "running" }]);
    expect((await server.call(path, { method: "POST" })).status).toBe(200);
    expect((await linesOf(response)).at(-1)).toMatchObject({ status: "cancelled" });
    expect((await other.call(path, { method: "POST" })).status).toBe(200);
  });

  it("on SIGTERM a running turn finishes in the time it is given", async () => {
    const { model } = stage.machine;
    model.push([{ hang: true }, { text: "In time." }]);
    const server = await stage.serve();
    const response = await server.send({ message: "take long" });
    await model.arrived(1);
    const ended = server.kill("SIGTERM");
    await until(() => isClosing(server));
    model.release();
    const lines = await linesOf(response);
    expect(textIn(lines)).toBe("In time.");
    expect(lines.at(-1)).toMatchObject({ status: "completed" });
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it("a turn that takes longer is parked; a second signal does not wait for it", async () => {
    const { model } = stage.machine;
    model.push([{ hang: true }], [{ hang: true }]);
    const short = await stage.serve(["--grace", "1"]);
    const parked = await short.send({ message: "take long" });
    await model.arrived(1);
    const ended = short.kill("SIGTERM");
    expect((await linesOf(parked)).at(-1)).toMatchObject({ type: "result", status: "parked" });
    expect(await ended).toEqual({ code: 0, signal: null });
    const long = await stage.serve(["--grace", "600"]);
    const response = await long.send({ message: "take long" });
    await model.arrived(2);
    long.child.kill("SIGINT");
    await until(() => isClosing(long));
    expect(await long.kill("SIGINT")).toEqual({ code: null, signal: "SIGINT" });
    await response.text().catch(() => "cut");
    expect(await model.ended(2)).toBe("cut");
  });
});

describe("a state folder that cannot be used", () => {
  it("is named in the output of the server, not to the client", async () => {
    writeFileSync(join(stage.machine.scratch.root, "file"), "");
    const folder = join(stage.machine.scratch.root, "file", "state");
    const server = await stage.serve([], { REPRISE_STATE: folder });
    const response = await server.send({ message: "hello" });
    const body = await response.text();
    expect([response.status, body]).toEqual([500, expect.stringContaining("not-saved")]);
    expect(body).not.toContain(folder);
    await until(() => server.stderr.includes(folder));
    expect(stage.machine.model.requests).toEqual([]);
  });
});

describe("the token of reprise serve", () => {
  const given = "0123456789abcdef0123456789abcdef";

  it("is made for each server, and has 256 bits", async () => {
    const [one, two] = [await stage.serve(), await stage.serve()];
    expect(one.listening.token).toMatch(/^[\w-]{43}$/);
    expect(two.listening.token).not.toBe(one.listening.token);
    expect((await one.call("/sessions", { token: two.listening.token ?? "" })).status).toBe(401);
    expect((await one.call("/sessions")).status).toBe(200);
  });

  it("may be given, and is then not printed", async () => {
    const file = join(stage.machine.scratch.root, "token");
    writeFileSync(file, `${given}\n`, { mode: 0o600 });
    const byFile = await stage.serve(["--token-file", "token"], { REPRISE_TOKEN: "x".repeat(32) });
    const byEnv = await stage.serve([], { REPRISE_TOKEN: given });
    for (const server of [byFile, byEnv]) {
      expect(server.listening.token).toBeNull();
      expect((await server.call("/sessions", { token: given })).status).toBe(200);
      expect(server.stdout + server.stderr).not.toContain(given);
    }
    chmodSync(file, 0o644);
    expect((await stage.serve(["--token-file", "token"])).stderr).toContain("chmod 600");
  });

  it("is refused if it is short or missing, and nothing listens", async () => {
    for (const [args, env] of [
      [[], { REPRISE_TOKEN: "short" }],
      [["--token-file", "nowhere"], {}],
      [["--port", "70000"], {}],
      [["--allow-origin", "*"], {}],
      [["--page", "nowhere.html"], {}],
    ] as const) {
      const server = await stage.serve(args, env);
      await until(() => server.child.exitCode !== null);
      expect(server.child.exitCode).toBe(2);
      expect(server.stdout).toBe("");
      expect(JSON.parse(server.stderr).error.code).toBe("bad-use");
    }
  });

  it("is in no output when something listens on every address, and a warning says what that means", async () => {
    const server = await stage.serve(["--host", "0.0.0.0"], { REPRISE_TOKEN: given });
    expect(server.stderr).toContain("not encrypted");
    expect(server.listening.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await server.call("/sessions", { token: given })).status).toBe(200);
    const used = await stage.serve(["--port", new URL(server.listening.url).port]);
    await until(() => used.child.exitCode !== null);
    expect(used.child.exitCode).toBe(4);
  });
});
