import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let checkout: string;
beforeEach(() => {
  checkout = join(realpathSync(mkdtempSync(join(tmpdir(), "reprise-bin-"))), "a checkout");
  mkdirSync(join(checkout, "bin"), { recursive: true });
  cpSync(fileURLToPath(new URL("../bin/reprise", import.meta.url)), join(checkout, "bin/reprise"));
});
afterEach(() => rmSync(join(checkout, ".."), { recursive: true, force: true }));

function setUp() {
  mkdirSync(join(checkout, ".reprise-setup"));
  writeFileSync(join(checkout, ".reprise-setup/node-path"), `${process.execPath}\n`);
  mkdirSync(join(checkout, "packages/cli/dist"), { recursive: true });
  writeFileSync(
    join(checkout, "packages/cli/dist/reprise.js"),
    "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;",
  );
}

test("a checkout that is not set up says what to do, on stderr", () => {
  const { status, stdout, stderr } = spawnSync(join(checkout, "bin/reprise"), ["list"], { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: `reprise: this checkout is not set up. Run 'npm start' once in ${checkout}\n`,
  });
});

test("arguments and the exit code pass through unchanged, also from a link to a link", () => {
  setUp();
  symlinkSync(join(checkout, "bin/reprise"), join(checkout, "first"));
  symlinkSync("../first", join(checkout, "bin/second"));
  const args = ["list", "--json", "two words", "", "$HOME"];
  for (const path of ["bin/reprise", "first", "bin/second"]) {
    const { status, stdout } = spawnSync(join(checkout, path), args, { encoding: "utf8" });
    expect([status, JSON.parse(stdout)]).toEqual([3, args]);
  }
});
