import { spawn } from "node:child_process";
import type { Ran } from "./records.ts";

/** Runs a command line in a folder. It ends with the agent: what it prints then goes nowhere, which ends it too. */
export function runCommand(
  command: string,
  cwd: string,
  onOutput: (piece: string) => void,
  signal: AbortSignal,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `exec ${command}`], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const take = (piece: string) => {
      output += piece;
      onOutput(piece);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", ({ message }) => resolve({ output: message, exitCode: 127 }));
    child.on("close", (exitCode) => resolve({ output, exitCode }));
    signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  });
}
