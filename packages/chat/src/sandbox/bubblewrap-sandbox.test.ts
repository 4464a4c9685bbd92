import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { describeSandbox, makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

const missing = await bubblewrapSandbox(nodeHost()).unavailable();

test("a machine without bubblewrap is told which package to install", async () => {
  const provider = bubblewrapSandbox(nodeHost({ PATH: "/nonexistent", HOME: "/" }));
  expect(await provider.unavailable()).toMatch(/package bubblewrap/);
});

describe.skipIf(missing !== null)(`with bubblewrap (${missing ?? "installed"})`, () => {
  describeSandbox("bubblewrap", {
    provider: (env) => bubblewrapSandbox(nodeHost(env)),
    passesEnvironmentOn: false,
    snapshots: "its folders are the caller's",
  });
});

describe.skipIf(missing !== null)("what is in a bubblewrap sandbox", () => {
  let scratch: Scratch;
  let person: string;
  let sandbox: Sandbox;
  beforeEach(async () => {
    scratch = await makeScratch("bubblewrap");
    person = join(scratch.root, "person");
    mkdirSync(join(person, "project"), { recursive: true });
    mkdirSync(join(person, "scratch"));
    writeFileSync(join(person, "secret"), "secret");
  });
  afterEach(async () => {
    await sandbox.dispose();
    await scratch.remove();
  });

  async function open(env: Record<string, string> = {}): Promise<void> {
    const host = nodeHost({ PATH: process.env.PATH, HOME: person, ...env });
    const { signal } = new AbortController();
    sandbox = await bubblewrapSandbox(host).open({
      chat: "c",
      workspace: join(person, "project"),
      snapshot: null,
      scratch: join(person, "scratch"),
      signal,
    });
  }

  async function run(program: string, ...args: string[]): Promise<string> {
    const running = await sandbox.run({ program, args, env: {}, input: "" });
    let text = "";
    const read = async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) text += Buffer.from(piece).toString();
    };
    await Promise.all([read(running.stdout), read(running.stderr)]);
    return text.trim();
  }

  const sh = (script: string, ...args: string[]) => run("sh", "-c", script, "sh", ...args);

  test("the person's home, temporary files and other processes are not there", async () => {
    await open();
    expect(await sh('ls -A "$1"; ls -A "$1/project"', person)).toBe("project\nscratch");
    expect(await sh('cat "$1/secret" || echo hidden', person)).toMatch(/hidden$/);
    expect(await sh("ls /proc | grep -c '^[0-9]'")).toMatch(/^[1-9]$/);
    expect(await sh(`kill -0 ${process.pid} 2>/dev/null && echo reached || echo alone`)).toBe("alone");
    expect(await sh("grep CapEff /proc/self/status")).toMatch(/CapEff:\s+0+$/);
  });

  test("nothing can be written but the workspace, the home and a temporary folder of its own", async () => {
    await open();
    const target = join(scratch.root, "outside");
    expect(
      await sh(
        'for f in "$@"; do touch "$f" 2>/dev/null && echo "wrote $f"; done; true',
        target,
        "/etc/x",
        "/usr/x",
        join(person, "x"),
      ),
    ).toMatch(/^(?:wrote \S*\/(?:outside|x))?(?:\nwrote \S*\/x)?$/);
    for (const path of [target, "/etc/x", "/usr/x", join(person, "x")]) expect(existsSync(path)).toBe(false);
    await sh('touch here "$HOME/there" /tmp/own && ls /tmp');
    expect(existsSync(join(person, "project/here"))).toBe(true);
    expect(existsSync(join(sandbox.home, "there"))).toBe(true);
  });

  test("a program in the person's home runs with its package and interpreter, and nothing else is shown", async () => {
    const prefix = join(person, ".tools");
    mkdirSync(join(prefix, "bin"), { recursive: true });
    mkdirSync(join(prefix, "lib/node_modules/agent/data"), { recursive: true });
    writeFileSync(join(prefix, "private"), "private");
    writeFileSync(join(prefix, "lib/node_modules/agent/data/text"), "from the package");
    const script = join(prefix, "lib/node_modules/agent/agent");
    writeFileSync(script, '#!/usr/bin/env interpreter\ncat "$(dirname "$(readlink -f "$0")")/data/text"; ls -A "$1"\n');
    chmodSync(script, 0o755);
    symlinkSync("../lib/node_modules/agent/agent", join(prefix, "bin/agent"));
    symlinkSync("/bin/sh", join(prefix, "bin/interpreter"));
    await open({ PATH: `${join(prefix, "bin")}:/usr/bin:/bin` });
    expect(await run("agent", prefix)).toBe("from the packagebin\nlib");
  });

  test("a linked sign-in is renewed in the person's own file, and a copied one is not", async () => {
    const [auth, config] = [join(person, ".agent/auth"), join(person, ".agent/config")];
    mkdirSync(join(person, ".agent"));
    writeFileSync(auth, "old");
    writeFileSync(config, "old");
    await open();
    await sandbox.takePersonal?.([
      { from: auth, to: ".agent/auth", how: "link" },
      { from: config, to: ".agent/config", how: "copy" },
    ]);
    expect(
      await sh(
        'cd "$HOME/.agent" && cat auth config && echo new > auth && echo new > config && ls -A "$1"',
        join(person, ".agent"),
      ),
    ).toBe("oldoldauth");
    expect([auth, config].map((path) => readFileSync(path, "utf8"))).toEqual(["new\n", "old"]);
  });

  test.skipIf(process.getuid?.() !== 0)("it works for a person who is not root (needs root to become one)", () => {
    const code = execFileSync(
      "setpriv",
      [
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "bwrap",
        "--unshare-pid",
        "--unshare-ipc",
        "--ro-bind",
        "/",
        "/",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "id",
        "-u",
      ],
      { encoding: "utf8" },
    );
    expect(code.trim()).toBe("65534");
    return open();
  });
});
