import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startProgram } from "./start-program.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-program-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(path: string, text: string): string {
  writeFileSync(path, text);
  chmodSync(path, 0o700);
  return path;
}

test("a program of the workspace is not started by its name, nor by what a program starts", async () => {
  const [cwd, bin, marker] = [join(folder, "ws"), join(folder, "bin"), join(folder, "ran")];
  mkdirSync(cwd);
  mkdirSync(bin);
  for (const name of ["agent", "inner"]) program(join(cwd, name), `#!/bin/sh\ntouch ${marker}\n`);
  const env = { PATH: `:.:${bin}:` };
  await expect(startProgram({ command: "agent", args: [], cwd, env })).rejects.toMatchObject({
    code: "ENOENT",
  });
  program(join(bin, "agent"), "#!/bin/sh\ninner 2>/dev/null && exit 1\nexit 7\n");
  expect(await startProgram({ command: "agent", args: [], cwd, env })).toBe(7);
  expect(existsSync(marker)).toBe(false);
});

test.runIf(process.platform === "linux")("a broken program is named with the reason", async () => {
  const command = program(join(folder, "agent"), "\x7fELF");
  await expect(startProgram({ command, args: [], cwd: folder, env: {} })).rejects.toThrow(/damaged/);
});
