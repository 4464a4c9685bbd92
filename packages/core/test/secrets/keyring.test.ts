import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("./use-keyring.ts", import.meta.url));
const isInstalled = (name: string) => spawnSync(name, ["--version"]).error === undefined;
const hasSecretService = isInstalled("dbus-run-session") && isInstalled("gnome-keyring-daemon");
/** A keyring of its own for this test: unlocked, in the scratch folder, gone with its session bus. */
const unlocked = 'printf scratch | gnome-keyring-daemon --unlock --components=secrets >/dev/null && "$@"';

async function place() {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const env = {
    PATH: process.env.PATH,
    HOME: scratch.root,
    XDG_DATA_HOME: join(scratch.root, "data"),
    XDG_RUNTIME_DIR: scratch.root,
  };
  return { path: join(scratch.root, "keys.json"), env };
}

// Where GNOME's keyring is not installed, the tests of Keys cover the same with a keyring in memory.
test.skipIf(!hasSecretService)(
  "a key in a real secret service opens the saved sessions again, in another process",
  async () => {
    const { path, env } = await place();
    const use = [process.execPath, program, path, "reprise-test"];
    const inSession = (...command: string[]) =>
      execFileSync("dbus-run-session", ["--", "sh", "-c", unlocked, "sh", ...command], {
        env,
        encoding: "utf8",
        timeout: 120_000,
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    const first = inSession(...use);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    // Another session bus: the keyring was written to disk.
    expect(inSession(...use)).toBe(first);
    expect(inSession(...use.with(3, "reprise-other"))).toContain("is not in the keyring");
  },
  180_000,
);

test.skipIf(process.platform !== "linux")(
  "without a secret service a passphrase is offered, and nothing is written",
  async () => {
    const { path, env } = await place();
    const nowhere = { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${env.HOME}/no-bus` };
    const said = execFileSync(process.execPath, [program, path, "reprise-test"], {
      env: nowhere,
      encoding: "utf8",
      timeout: 120_000,
    });
    expect(said).toMatch(
      /^The keyring of this system cannot be used \(.+\)\. Start or unlock it, or use a passphrase: /,
    );
    expect(existsSync(path)).toBe(false);
  },
  180_000,
);
