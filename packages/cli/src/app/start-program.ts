import { spawn } from "node:child_process";
import { findProgram, programProblem, withAbsolutePath } from "@reprise/core";

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Gives the terminal to a program. Resolves with its exit code, null after a signal; rejects if it cannot start. */
export function startProgram({ command, args, cwd, env }: Program): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const program = findProgram(command, env);
    if (program === null) throw failed(`Program not found: ${command} (not on the PATH).`, "ENOENT");
    const problem = programProblem(program);
    if (problem !== null) throw failed(`${program} cannot be run: ${problem}.`, problem);
    const child = spawn(program, [...args], {
      cwd,
      env: withAbsolutePath(env) as NodeJS.ProcessEnv,
      stdio: "inherit",
    });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

function failed(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
