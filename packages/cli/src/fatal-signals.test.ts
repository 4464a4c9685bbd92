import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { restoreBeforeDeath } from "./fatal-signals.ts";

/** Runs the code after imports in a process of its own; what it printed, and the signal it ended by. */
function ended(code: string): readonly [string, NodeJS.Signals | null] {
  const from = fileURLToPath(new URL("./fatal-signals.ts", import.meta.url));
  const script = `import { writeSync } from "node:fs";
    import { restoreBeforeDeath } from ${JSON.stringify(from)};
    const say = (text) => writeSync(1, text);
    ${code}
    setTimeout(() => {}, 20_000);`;
  const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  return [stdout, signal];
}

test("everything that wants it is restored before the signal ends the program, the latest first", () => {
  const code = `restoreBeforeDeath(() => say("folder."));
    restoreBeforeDeath(() => { say("terminal,"); throw new Error("gone"); });`;
  for (const signal of ["SIGQUIT", "SIGTERM"] as const)
    expect(ended(`${code} process.kill(process.pid, "${signal}");`)).toEqual(["terminal,folder.", signal]);
});

test("what was removed is not called; another listener takes precedence while it listens", () => {
  const code = `const remove = restoreBeforeDeath(() => say("removed "));
    restoreBeforeDeath(() => say("restored"));
    remove();
    process.once("SIGINT", () => { say("heard, "); process.kill(process.pid, "SIGINT"); });
    process.kill(process.pid, "SIGINT");`;
  expect(ended(code)).toEqual(["heard, restored", "SIGINT"]);
});

test("on Windows, where a signal ends the program whatever listens, nothing listens", () => {
  const before = process.listenerCount("SIGTERM");
  const forget = restoreBeforeDeath(() => undefined, { platform: "win32" });
  expect(process.listenerCount("SIGTERM")).toBe(before);
  forget();
  const remove = restoreBeforeDeath(() => undefined, { platform: "darwin" });
  expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  remove();
  expect(process.listenerCount("SIGTERM")).toBe(before);
});
