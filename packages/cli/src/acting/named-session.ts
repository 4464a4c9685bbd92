import { resolve } from "node:path";
import { SessionError } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { statPath } from "../stat-path.ts";

/** A file path may be relative to the working directory. */
export async function aboutSession<Answer>(
  { machine }: Job,
  text: string,
  ask: (session: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(text);
  } catch (error) {
    const path = resolve(machine.cwd, text);
    const isMissing = error instanceof SessionError && error.code === "not-found";
    if (!isMissing || path === text || !statPath(path)?.isFile()) throw error;
    return await ask(path);
  }
}
