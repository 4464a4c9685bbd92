import { nodeHost } from "@reprise/core";
import { terminalMark } from "@reprise/core/folders";
import { type Route, runApp } from "@reprise/tui";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { isInScreen } from "../gnu-screen.ts";
import { collectSoon, keepHeapSmall } from "../small-heap.ts";
import { wantsMouse } from "./app-settings.ts";
import { dropTyped } from "./drop-typed.ts";
import { machineWorld } from "./machine-world.ts";
import { saveCompiledCodeSoon } from "./save-compiled-code.ts";
import { makeGuard } from "./terminal-guard.ts";
import type { CommandLineParts } from "./world-parts.ts";

/** Runs the terminal app until the person leaves it or the signal aborts. */
export async function openApp(
  job: Job,
  place: CommandLineParts,
  routes: readonly Route[],
  signal?: AbortSignal,
): Promise<ExitCode> {
  keepHeapSmall(); // frames are short-lived
  collectSoon();
  saveCompiledCodeSoon();
  const { machine, values } = job;
  const { env } = machine;
  const { stdin: input, stdout: output } = process;
  const { guard, suspend } = makeGuard(machine, signal);
  const world = machineWorld({
    ...place,
    now: () => machine.now(),
    write: (text) => void output.write(text),
    program: place.isDemo ? null : ownProgram(),
  });
  const warnings: string[] = [];
  try {
    const hasColor = !values["no-color"] && !env.NO_COLOR;
    // While GNU screen reports the mouse, it holds back Esc until the next key.
    const mark = terminalMark(nodeHost(env));
    const onTaken = (isTaken: boolean) => (isTaken ? mark.set() : mark.clear());
    const reportsMouse = (await wantsMouse(env, (warning) => warnings.push(warning))) && !isInScreen(env);
    const streams = { input, output, reportsMouse, dropTyped, onTaken };
    const code = await runApp({ world, streams, hasColor, routes, suspend, guard });
    return code === 0 ? exitCodes.done : exitCodes.failed;
  } finally {
    for (const warning of warnings) await job.stderr.write(`reprise: warning: ${warning}\n`);
    await world.close();
  }
}

function ownProgram(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
}
