import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runOpencode } from "./run-opencode.ts";

test("a command that writes to a file is waited for, however slow the machine is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "run-opencode-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [program, outputFile] = [join(folder, "opencode"), join(folder, "output")];
  writeFileSync(program, "#!/bin/sh\nsleep 0.5\necho exported\n");
  chmodSync(program, 0o755);
  const order = { program, env: { PATH: process.env.PATH }, home: null, cwd: folder };
  await runOpencode(["export"], order, { outputFile, lingerMs: 20 });
  expect(readFileSync(outputFile, "utf8")).toBe("exported\n");
});
