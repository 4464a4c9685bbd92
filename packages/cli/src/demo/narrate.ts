import type { Demo } from "@reprise/demo";
import type { SessionId } from "@reprise/model";
import type { Key } from "../ask/keyboard.ts";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { main } from "../main.ts";
import { killRun } from "./kill-run.ts";
import { jsonNarrator, type Narrator, type StepEnd, textNarrator } from "./narrator.ts";
import { stepMachine } from "./step-machine.ts";

type Act = (args: readonly string[], narrator: Narrator) => Promise<StepEnd>;

interface Scene {
  readonly title: string;
  /** Evaluated at its step: some name a session that an earlier step made. */
  readonly args: () => readonly string[] | Promise<readonly string[]>;
  readonly act: Act;
}

/** Runs real commands with their real output. Returns `failed` when a step misbehaves: the demo itself is then broken. */
export async function narrate(job: Job, demo: Demo, signal: AbortSignal): Promise<ExitCode> {
  const narrator = job.values.json ? jsonNarrator(job.stdout) : textNarrator(job.stdout, job.paint);
  const scenes = scenesOf(job, demo, signal);
  await narrator.opening(demo.folder);
  for (const [index, { title, args, act }] of scenes.entries()) {
    signal.throwIfAborted();
    const words = await args();
    await narrator.begin({ title, args: words }, index + 1, scenes.length);
    const end = await act(words, narrator);
    signal.throwIfAborted();
    await narrator.end(end);
    if (end.exitCode !== null && end.exitCode !== 0) return exitCodes.failed;
  }
  await narrator.closing();
  return exitCodes.done;
}

function scenesOf(job: Job, demo: Demo, signal: AbortSignal): readonly Scene[] {
  const command = (keys: readonly Key[] | null = null): Act => {
    return async (args, narrator) => {
      const around = stepMachine(demo, job.machine, (text) => narrator.print(text), keys);
      return { exitCode: await main(args, around), note: null };
    };
  };
  let cutSession: SessionId | null = null;
  const latest = async () => {
    cutSession ??= await newest(demo);
    return cutSession;
  };
  const line = (...args: string[]) => ({ args: () => args });
  return [
    { title: "Every session of every agent", ...line("list", "--all"), act: command() },
    { title: "Find what was said", ...line("search", "--all", "rounding"), act: command() },
    {
      title: "Read the end of one",
      ...line("show", demo.samples.completed, "--last", "1"),
      act: command(),
    },
    {
      title: "Run the agent; the power fails in the middle of a command",
      ...line("run", "make the checks pass"),
      act: (args, narrator) => powerCut(args, narrator, demo, signal),
    },
    { title: "What was interrupted, and what may have partly run", ...line("status"), act: command() },
    {
      title: "Resume it. The agent asks for permission; the user allows it once",
      ...line("resume", ".", "--yes"),
      act: command(["y"]),
    },
    {
      title: "It is complete again",
      args: async () => ["show", await latest(), "--last", "1"],
      act: command(),
    },
    {
      title: "Replay all of it in a new session, which continues from there",
      args: async () => ["replay", await latest(), "--yes", "write the changelog"],
      act: command(),
    },
    {
      title: "Or write a brief, for a person or another agent",
      args: async () => ["handoff", await latest(), "--budget", "600"],
      act: command(),
    },
  ];
}

async function powerCut(
  args: readonly string[],
  narrator: Narrator,
  demo: Demo,
  signal: AbortSignal,
): Promise<StepEnd> {
  let printing: Promise<void> = Promise.resolve();
  const onOutput = (text: string) => {
    printing = printing.then(() => narrator.print(text));
  };
  const { wasKilled, reprisePid, agentPid } = await killRun(demo, {
    args,
    killAt: "check 3 of",
    onOutput,
    signal,
  });
  await printing;
  const note = `Power cut: SIGKILL for reprise (process ${reprisePid}), the agent (process ${agentPid}) and its command.`;
  return wasKilled ? { exitCode: null, note } : { exitCode: exitCodes.failed, note: "It ended by itself." };
}

/** The project's most recently active session. */
async function newest(demo: Demo): Promise<SessionId> {
  const library = demo.openLibrary();
  try {
    const { sessions } = await library.list({ scope: { workspace: demo.cwd }, limit: 1 });
    const [first] = sessions;
    if (first === undefined) throw new Error("The demo has no session in its own project.");
    return first.id;
  } finally {
    library.close();
  }
}
