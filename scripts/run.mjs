import { spawn } from "node:child_process";
import { constants } from "node:os";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Resolves to `{code, signal}` when the child has ended. Signals sent to us while it runs go to it. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    const forward = (signal) => {
      // A terminal gives Ctrl-C to the whole process group, so the child has it already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const settle = () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      settle();
      resolve({ code, signal });
    });
  });
}

/** Ends this process the way the child ended. */
export function endAs({ code, signal }) {
  process.exitCode = signal ? 128 + constants.signals[signal] : code;
  if (signal) process.kill(process.pid, signal);
}
