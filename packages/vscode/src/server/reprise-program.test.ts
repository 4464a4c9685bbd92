import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { repriseProgram } from "./reprise-program.ts";

const folder = mkdtempSync(join(tmpdir(), "reprise-vscode-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of these lines. */
function programOf(script: string) {
  const path = join(folder, `reprise ${Math.random()}`);
  writeFileSync(path, `#!${process.execPath}\n${script}`);
  chmodSync(path, 0o755);
  return repriseProgram(() => path);
}

it("the output is read whole, from a program that runs in the home folder", async () => {
  const program = programOf("console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)]))");
  const output = await program.output(["status", "--cwd", "/a b"]);
  expect(JSON.parse(output)).toEqual([homedir(), "status", "--cwd", "/a b"]);
});

it("a program that keeps running is left alone after its first line", async () => {
  const script = 'console.log(process.pid); setInterval(() => process.stderr.write("."), 5); console.log("2");';
  const pid = Number(await programOf(script).firstLine([]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(process.kill(pid)).toBe(true);
});

it("a server that is started is told by whom", async () => {
  const program = programOf("console.log(process.env.REPRISE_STARTER)");
  expect(await program.firstLine([])).toBe("the VS Code extension");
  expect((await program.output([])).trim()).not.toBe("the VS Code extension");
});

it("a failure says what the program said", async () => {
  const program = programOf('process.stderr.write("reprise: Port 1 is in use.\\n"); process.exitCode = 2;');
  await expect(program.firstLine([])).rejects.toThrow("reprise: Port 1 is in use.");
  await expect(program.output([])).rejects.toThrow("reprise: Port 1 is in use.");
});

it("a program that says nothing may be too old", async () => {
  await expect(programOf("").firstLine([])).rejects.toThrow("ended without a word. Update it");
});

it("a missing program says how to get it", async () => {
  const program = repriseProgram(() => join(folder, "none"));
  const advice = 'Install it with "npm install -g reprise", or set "reprise.program" to its path.';
  await expect(program.firstLine([])).rejects.toThrow(advice);
  await expect(program.output([])).rejects.toThrow(advice);
});
