import { SessionError } from "@reprise/model";
import { startChild } from "../../../host/processes/child.ts";
import { programOf } from "../../exec/program.ts";
import { lastWords } from "../../exec/stderr.ts";
import { endsWithin, stopChild } from "../../exec/stop-process.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import { opencodeExec } from "../exec/driver.ts";
import { opencodeHomeEnv } from "../exec/home.ts";

const limitMs = 120_000;
/** How long it may go on after its output has ended. */
const usualLingerMs = 5_000;

interface OpencodeResult {
  readonly output: string;
  /** The last output on stderr. */
  readonly words: string;
}

type Order = Pick<WriteOrder, "program" | "env" | "home" | "cwd">;

/** Runs an OpenCode command that calls no model, to its end, in the session's folder. */
export async function runOpencode(
  args: readonly string[],
  order: Order,
  {
    outputFile = null,
    lingerMs = usualLingerMs,
  }: { readonly outputFile?: string | null; readonly lingerMs?: number } = {},
): Promise<OpencodeResult> {
  const program = programOf(opencodeExec, order);
  const env = environment(order);
  const start =
    outputFile === null
      ? { program, args, cwd: order.cwd, env }
      : { ...intoFile([program, ...args]), cwd: order.cwd, env: { ...env, REPRISE_OUTPUT: outputFile } };
  const child = await startChild(start).catch((cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SessionError("not-saved", `OpenCode could not be started. ${reason}`, { cause });
  });
  child.closeInput();
  const late = setTimeout(() => void stopChild(child), limitMs);
  const lines: string[] = [];
  try {
    for await (const line of child.lines) lines.push(line);
    // With a file, its output to us ends at once.
    if (outputFile !== null) await child.exited;
    else if (!(await endsWithin(child, lingerMs))) await stopChild(child);
  } finally {
    clearTimeout(late);
  }
  return { output: lines.join("\n"), words: lastWords(child.stderr()) };
}

/** OpenCode ends before a pipe has taken a long output; a file takes it at once. */
function intoFile(words: readonly string[]) {
  return { program: "/bin/sh", args: ["-c", 'exec "$0" "$@" >"$REPRISE_OUTPUT"', ...words] };
}

/** Makes OpenCode use the order's home. */
export function environment({ home, env }: Pick<Order, "home" | "env">): Readonly<Record<string, string | undefined>> {
  return home === null ? env : { ...env, ...opencodeHomeEnv(home) };
}
