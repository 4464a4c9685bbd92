import { type ThreadId, tryParseJson } from "@reprise/model";
import { type Child, startChild } from "../../../host/processes/child.ts";
import { DriverError, type Launch } from "../../driving/driver.ts";
import { failureOf } from "../../exec/failure.ts";
import { lastWords } from "../../exec/stderr.ts";
import { endsWithin, stopChild } from "../../exec/stop-process.ts";
import { isForeign, textOf } from "../../foreign.ts";
import { opencodeHomeEnv } from "./home.ts";

const limitMs = 60_000;

/** In another folder `run --session` sends the prompt, prints nothing and hangs. Rejects if there is no such session. */
export async function checkSession(program: string, thread: ThreadId, launch: Launch): Promise<Launch> {
  // The id's shape is checked: safe in SQL.
  const args = ["db", "--format", "json", `select directory from session where id = '${thread}'`];
  const home = launch.home === null ? {} : opencodeHomeEnv(launch.home);
  launch.onLine("out", JSON.stringify({ argv: [program, ...args], cwd: null }));
  const child = await startChild({
    program,
    args,
    cwd: null,
    env: { ...launch.env, ...home },
    onStderr: (line) => launch.onLine("stderr", line),
  });
  launch.onProcess?.(child.pid);
  const rows = await answerOf(child, launch);
  const directory = textOf(rows.filter(isForeign)[0]?.directory);
  if (directory === null)
    throw new DriverError({
      kind: "thread-missing",
      message: `OpenCode has no session ${thread}.`,
      resetsAt: null,
    });
  return { ...launch, settings: { ...launch.settings, cwd: directory } };
}

async function answerOf(child: Child, launch: Launch): Promise<readonly unknown[]> {
  child.closeInput();
  const stop = () => void stopChild(child);
  const late = setTimeout(stop, limitMs);
  launch.signal.addEventListener("abort", stop, { once: true });
  const lines: string[] = [];
  try {
    for await (const line of child.lines) {
      launch.onLine("in", line);
      lines.push(line);
    }
  } finally {
    clearTimeout(late);
    launch.signal.removeEventListener("abort", stop);
    if (!(await endsWithin(child, 1000))) await stopChild(child);
  }
  const rows = parsed(lines.join("\n"));
  if (rows === null)
    throw new DriverError(failureOf(`OpenCode could not read its store. ${lastWords(child.stderr())}`));
  return rows;
}

function parsed(text: string): readonly unknown[] | null {
  const value = tryParseJson(text);
  return Array.isArray(value) ? value : null;
}
