import { spawn, spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import type { Socket } from "node:net";
import { nodeHost } from "@reprise/core";
import { takeAbandoned } from "@reprise/core/folders";
import { resetCodes } from "@reprise/tui";

/** After `kill -9` nothing restored this terminal: the next start does. */
export function resetAbandoned(env: Readonly<Record<string, string | undefined>>): void {
  if (!takeAbandoned(nodeHost(env))) return;
  try {
    writeSync(1, resetCodes);
    // Most shells restore the line settings themselves, as the person has them.
    if (isRaw()) leaveRawMode();
  } catch {
    // The terminal is gone, or takes nothing now.
  }
}

/** What raw mode turns off; anything else is as the person has it. */
const cooked = ["brkint", "icrnl", "ixon", "isig", "icanon", "iexten", "echo"];

/**
 * At its end Node puts the line settings back to what it found, which is what the killed app left. So they are set now,
 * and once more when this process is gone: the pipe is then closed, and its child no longer in the foreground.
 */
function leaveRawMode(): void {
  spawnSync("stty", cooked, { stdio: ["inherit", "ignore", "ignore"] });
  const afterwards = `trap "" TTOU; read line <&3; while kill -0 ${process.pid}; do sleep 0.02; done; stty ${cooked.join(" ")}`;
  const child = spawn("/bin/sh", ["-c", afterwards], { stdio: ["inherit", "ignore", "ignore", "pipe"] });
  child.on("error", () => {}); // without a shell it stays as it is
  child.unref();
  (child.stdio[3] as Socket | null)?.unref();
}

function isRaw(): boolean {
  const { stdout } = spawnSync("stty", ["-a"], { stdio: ["inherit", "pipe", "ignore"], encoding: "utf8" });
  return /(?:^|\s)-icanon\b/.test(stdout ?? "");
}
