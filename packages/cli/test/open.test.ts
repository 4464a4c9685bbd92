import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { About } from "@reprise/model";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { enter, OpenStage, reprise } from "./open-stage.ts";

let stage: OpenStage;
beforeEach(async () => {
  stage = await OpenStage.open();
});
afterEach(() => stage.close());

const folderIn = (location: string | null) => decodeURIComponent(location?.split("folder=")[1] ?? "");
/** Of servers that run; browsers stay signed in without one. */
const records = () => readdirSync(join(stage.state, "servers")).filter((name) => /^\d+\.json$/.test(name));
const tokenOf = (port: string) =>
  (JSON.parse(readFileSync(join(stage.state, "servers", `${port}.json`), "utf8")) as { token: string }).token;

describe("reprise open", () => {
  it("serves the page and the sessions on this machine, for the folder it was started in", async () => {
    const open = await stage.start(["--no-browser", "--port", "0"]);
    expect(open.link.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\?key=[\w-]{43}$/);
    const { cookie, location, status } = await enter(open.link);
    expect([status, folderIn(location)]).toEqual([303, stage.scratch.workspace]);
    const get = async (path: string) => (await fetch(open.link.origin + path, { headers: { cookie } })).text();
    const page = await get("/");
    const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    expect(await get(script)).toContain("function");
    expect(JSON.parse(await get("/sessions"))).toMatchObject({ sessions: [{ title: "do the work" }] });
    expect((await enter(open.link)).status).toBe(403);
    expect(open.stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(open.stderr).toBe("");
  });

  it("ends with 0 on Ctrl-C and SIGTERM, and leaves no record", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const open = await stage.start(["--no-browser", "--port", "0"]);
      expect(records()).toHaveLength(1);
      expect(await open.kill(signal)).toEqual({ code: 0, signal: null });
      expect(records()).toEqual([]);
      await expect(fetch(open.link.origin)).rejects.toThrow();
    }
  });

  it("says which process it is and who started it, for an editor to stop its own", async () => {
    for (const starter of ["an editor", ""]) {
      const open = await stage.start(["--no-browser", "--port", "0"], { env: { REPRISE_STARTER: starter } });
      const { cookie } = await enter(open.link);
      const answer = await fetch(`${open.link.origin}/about`, { headers: { cookie } });
      const { server } = (await answer.json()) as About;
      expect(server.starter).toBe(starter || null);
      process.kill(server.pid, "SIGTERM");
      expect(await open.ended()).toEqual({ code: 0, signal: null });
    }
  });

  it("asks the server that runs for a link to another folder, and ends", async () => {
    const first = await stage.start(["--no-browser", "--port", "0"]);
    const second = await stage.start(["--no-browser"], { cwd: stage.scratch.home });
    expect(await second.ended()).toEqual({ code: 0, signal: null });
    expect(second.link.origin).toBe(first.link.origin);
    expect(second.link.href).not.toBe(first.link.href);
    expect(folderIn((await enter(second.link)).location)).toBe(stage.scratch.home);
    expect(folderIn((await enter(first.link)).location)).toBe(stage.scratch.workspace);
    const same = await stage.start(["--no-browser", "--port", first.link.port]);
    expect([(await same.ended()).code, same.link.origin]).toEqual([0, first.link.origin]);
  });

  it("is another server with another port, or for other homes", async () => {
    const first = await stage.start(["--no-browser", "--port", "0"]);
    const other = await stage.start(["--no-browser", "--port", "0"]);
    const homes = await stage.start(["--no-browser", "--codex-home", stage.scratch.home]);
    const ports = [first, other, homes].map(({ link }) => link.port);
    expect(new Set(ports).size).toBe(3);
    expect([first, other, homes].map(({ hasEnded }) => hasEnded)).toEqual([false, false, false]);
    const { cookie } = await enter(homes.link);
    const list = await fetch(`${homes.link.origin}/sessions`, { headers: { cookie } });
    expect(await list.json()).toMatchObject({ sessions: [] });
  });

  it("several at once are one server", async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => stage.start()));
    expect(new Set(opened.map(({ link }) => link.origin)).size).toBe(1);
    expect(new Set(opened.map(({ link }) => link.href)).size).toBe(4);
    await until(() => opened.filter(({ hasEnded }) => hasEnded).length === 3);
    for (const { link } of opened) expect((await enter(link)).status).toBe(303);
  });

  it("is not misled by the record of a killed server, also if another program has its port", async () => {
    const killed = await stage.start(["--no-browser", "--port", "0"]);
    await killed.kill("SIGKILL");
    expect(records()).toHaveLength(1);
    const asked: string[] = [];
    const foreign = createServer((socket) => socket.on("data", (data) => asked.push(String(data))));
    await new Promise<void>((resolve) => foreign.listen(Number(killed.link.port), "127.0.0.1", resolve));
    try {
      const next = await stage.start();
      expect(next.link.port).not.toBe(killed.link.port);
      expect((await enter(next.link)).status).toBe(303);
      expect(asked).toEqual([]);
      const busy = await stage.start(["--no-browser", "--port", killed.link.port]);
      expect((await busy.ended()).code).toBe(4);
      expect(JSON.parse(busy.stderr).error).toMatchObject({ code: "busy" });
    } finally {
      foreign.close();
    }
  });

  it("keeps a token for local programs where only the person can read it", async () => {
    const open = await stage.start(["--no-browser", "--port", "0"]);
    const { port, origin } = open.link;
    const path = join(stage.state, "servers", `${port}.json`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${tokenOf(port)}` };
    expect((await fetch(`${origin}/sessions`, { headers })).status).toBe(200);
    expect(open.stdout + open.stderr).not.toContain(tokenOf(port));
    expect(readFileSync(path, "utf8")).not.toContain(open.link.searchParams.get("key"));
  });

  it("works without a state folder, and says what that means", async () => {
    writeFileSync(join(stage.scratch.root, "file"), "");
    const open = await stage.start(["--no-browser", "--port", "0"], {
      env: { REPRISE_STATE: join(stage.scratch.root, "file", "state") },
    });
    expect((await enter(open.link)).status).toBe(303);
    expect(open.stderr).toContain("cannot find this server");
    expect(await open.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  });
});

it("in a folder that was deleted, says so", async () => {
  const folder = join(stage.scratch.root, "deleted");
  mkdirSync(folder);
  const command = `cd '${folder}' && rmdir '${folder}' && exec '${reprise}' open --json --no-browser`;
  const { status, stderr } = spawnSync("sh", ["-c", command], { env: stage.env, encoding: "utf8" });
  expect([status, stderr]).toEqual([3, expect.stringContaining("This folder no longer exists.")]);
});

describe("the browser", () => {
  it("is started with the link, by BROWSER or the usual program", async () => {
    const { path, opened } = stage.notingBrowser();
    const open = await stage.start(["--port", "0"], { env: { BROWSER: `/nowhere:${path} --new %s now` } });
    await until(() => opened().length === 1);
    expect(opened()).toEqual([`--new ${open.link.href} now`]);
    const next = await stage.start([], { env: { BROWSER: path } });
    expect((await next.ended()).code).toBe(0);
    await until(() => opened().length === 2);
    expect(opened()[1]).toBe(next.link.href);
    stage.notingBrowser("xdg-open");
    const PATH = `${stage.scratch.root}:${stage.env.PATH}`;
    const usual = await stage.start([], { env: { PATH, WAYLAND_DISPLAY: "wayland-0" } });
    await until(() => opened().length === 3);
    expect(opened()[2]).toBe(usual.link.href);
  });

  it("is not started over SSH, without a display, or with --no-browser", async () => {
    const { path, opened } = stage.notingBrowser();
    await stage.start(["--port", "0"], { env: { BROWSER: path, SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" } });
    await stage.start(["--no-browser"], { env: { BROWSER: path } });
    await stage.start([]);
    const last = await stage.start([], { env: { BROWSER: path } });
    await until(() => opened().length > 0);
    expect(opened()).toEqual([last.link.href]);
  });

  it("that cannot be started leaves the link on the screen", async () => {
    const pty = stage.terminal(["--port", "0"], { BROWSER: "/nowhere" });
    await pty.shows("Ctrl-C stops the server.");
    expect(pty.text()).toContain("Open this link in a browser:");
    const [link = ""] = /http:\S+/.exec(pty.text()) ?? [];
    expect(pty.raw().split(link)).toHaveLength(2);
    expect((await enter(new URL(link))).status).toBe(303);
    const second = stage.terminal(["--no-browser"]);
    await second.shows("already running");
    expect((await second.exited).code).toBe(0);
    pty.press("ctrl+c");
    expect((await pty.exited).code).toBe(0);
    expect(existsSync(join(stage.state, "servers"))).toBe(true);
    expect(records()).toEqual([]);
  });
});
