import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
let checkout: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "fresh-machine-")));
  checkout = join(folder, "a checkout");
  mkdirSync(join(checkout, "scripts"), { recursive: true });
  const script = fileURLToPath(new URL("fresh-machine", import.meta.url));
  cpSync(script, join(checkout, "scripts/fresh-machine"));
  writeFileSync(join(folder, "certificate.pem"), "a certificate");
  writeFileSync(join(folder, ".npmrc"), "registry=http://localhost:9/npm/\n");
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@localhost", ...args], { cwd: checkout });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "commit.gpgsign=false", "commit", "--quiet", "--message=start");
  writeFileSync(join(checkout, "not-committed"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `first`: searched for programs before the rest of PATH. */
function freshMachine(command: readonly string[], { first = "" } = {}) {
  return spawnSync(join(checkout, "scripts/fresh-machine"), command, {
    encoding: "utf8",
    env: {
      PATH: [first, process.env.PATH].filter(Boolean).join(":"),
      HOME: folder,
      LANG: "C.UTF-8",
      SECRET: "1",
      NODE_EXTRA_CA_CERTS: join(folder, "certificate.pem"),
    },
  });
}

const hidden = ["/tmp", "/home", "/root", "/srv", "/opt", "/var/tmp"].filter((path) => existsSync(path));
const look = `
  const { readdirSync, readFileSync } = require("node:fs");
  console.log(JSON.stringify({
    cwd: process.cwd(),
    checkout: readdirSync(".").sort(),
    folders: ${JSON.stringify(hidden)}.flatMap((path) => readdirSync(path).map((name) => path + "/" + name)),
    env: process.env,
    certificate: readFileSync(process.env.NODE_EXTRA_CA_CERTS, "utf8"),
  }));
  process.exitCode = 3;`;

const isHidingAllowed =
  spawnSync("unshare", [
    ...(process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"]),
    ...["mount", "-t", "tmpfs", "tmpfs", "/tmp"],
  ]).status === 0;

// Elsewhere it cannot do more than the test below says.
test.runIf(isHidingAllowed)("a command sees the commit, how to reach the network, and nothing else", () => {
  const { status, stdout, stderr } = freshMachine(["node", "-e", look]);
  expect(stderr).toContain("uncommitted changes are left out");
  const seen = JSON.parse(stdout);
  expect(status).toBe(3);
  expect(seen.cwd).toBe(`${seen.env.HOME}/reprise`);
  expect(seen.checkout).toEqual([".git", "scripts"]);
  const node = spawnSync("node", ["-p", "process.execPath"], { encoding: "utf8" }).stdout;
  const kept = [seen.cwd, folder, node];
  for (const path of seen.folders)
    expect(
      kept.some((one) => one.startsWith(path)),
      path,
    ).toBe(true);
  expect(seen.certificate).toBe("a certificate");
  expect(seen.env).toMatchObject({ LANG: "C.UTF-8", npm_config_registry: "http://localhost:9/npm/" });
  expect(seen.env).not.toHaveProperty("SECRET");
});

test("where nothing can be hidden, it warns and runs the command in the checkout", () => {
  const first = join(folder, "bin");
  mkdirSync(first);
  writeFileSync(join(first, "unshare"), "#!/bin/sh\necho 'unshare: Operation not permitted' >&2\nexit 1\n");
  chmodSync(join(first, "unshare"), 0o755);
  const { status, stdout, stderr } = freshMachine(["sh", "-c", 'pwd; echo "$SECRET"; exit 4'], { first });
  expect([status, stdout]).toEqual([4, `${checkout}\n1\n`]);
  expect(stderr).toMatch(/WARNING: .*unshare: Operation not permitted/);
});
