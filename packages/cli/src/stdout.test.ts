import { spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const module = fileURLToPath(new URL("./stdout.ts", import.meta.url));
const program = `
  const { mayBeTerminal, writeNow } = await import(${JSON.stringify(module)});
  const rest = writeNow("x".repeat(300_000));
  process.stderr.write(JSON.stringify([mayBeTerminal(1), rest === null ? 0 : rest.length]));
`;

test("a pipe takes all of it, however long", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout.length).toBe(300_000);
  expect(JSON.parse(stderr.toString())).toEqual([false, 0]);
});

test("so does a file; a device may be a terminal, and is left to its stream", () => {
  const folder = mkdtempSync(join(tmpdir(), "reprise-stdout-"));
  try {
    const path = join(folder, "out");
    const into = (target: string) =>
      spawnSync(process.execPath, ["--input-type=module", "-e", program], {
        stdio: ["ignore", openSync(target, "w"), "pipe"],
      }).stderr.toString();
    expect(JSON.parse(into(path))).toEqual([false, 0]);
    expect(readFileSync(path).length).toBe(300_000);
    expect(JSON.parse(into("/dev/null"))).toEqual([true, 300_000]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a reader that has enough is told as a stream would tell it", () => {
  const script = `${program}`.replace(
    "const rest",
    "try { writeNow('x'.repeat(3_000_000)) } catch (error) { process.stderr.write(error.code); process.exit() } const rest",
  );
  const { stderr } = spawnSync("sh", [
    "-c",
    `"$0" --input-type=module -e "$1" | head -c 10 >/dev/null`,
    process.execPath,
    script,
  ]);
  expect(stderr.toString()).toBe("EPIPE");
});
