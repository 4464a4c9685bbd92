import { spawn } from "node:child_process";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A program that has the terminal until it ends. Resolves with its exit code, null after a signal; rejects when it cannot be started. */
export function startProgram({ command, args, cwd, env }: Program): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd, env: env as NodeJS.ProcessEnv, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}
