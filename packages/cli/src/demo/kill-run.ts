import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Demo } from "@reprise/demo";
import { demoShowsLive } from "../acting/run/run-printer.ts";

interface CutOff {
  /** False when the run ended before the kill. */
  readonly wasKilled: boolean;
  readonly reprisePid: number;
  readonly agentPid: number;
}

interface Order {
  readonly args: readonly string[];
  /** Kill everything once this has been printed. */
  readonly killAt: string;
  readonly onOutput: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Runs Reprise as a separate process and kills it with its agent and the agent's command, as a power cut would. */
export async function killRun(demo: Demo, { args, killAt, onOutput, signal }: Order): Promise<CutOff> {
  const [program = "", ...first] = demo.program;
  rmSync(demo.agentPidFile, { force: true }); // left by an earlier agent
  const child = spawn(program, [...first, ...args], {
    cwd: demo.cwd,
    env: { ...demo.env, [demoShowsLive]: "1" } as NodeJS.ProcessEnv,
    detached: true, // Ctrl-C must reach only us: a second signal would end it at once
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let killed: CutOff | null = null;
  const take = (piece: string) => {
    if (killed !== null) return;
    printed += piece;
    onOutput(piece);
    if (printed.includes(killAt)) killed = killBoth(child, demo);
  };
  // End it in order, its agent first: nothing may write while files are removed.
  const onAbort = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", onAbort, { once: true });
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  await new Promise<void>((resolve, reject) => child.on("close", () => resolve()).on("error", reject));
  signal.removeEventListener("abort", onAbort);
  if (killed !== null) await groupGone((killed as CutOff).agentPid);
  return killed ?? { wasKilled: false, reprisePid: child.pid ?? 0, agentPid: 0 };
}

/** Stops Reprise first, so that it does not see its agent die. */
function killBoth(child: ChildProcess, demo: Demo): CutOff {
  const agentPid = agentPidIn(demo);
  child.kill("SIGSTOP");
  if (agentPid !== null) killGroup(agentPid);
  child.kill("SIGKILL");
  return { wasKilled: true, reprisePid: child.pid ?? 0, agentPid: agentPid ?? 0 };
}

/** Null while no agent has been started: it would then exit by itself, since its input closes. */
function agentPidIn({ agentPidFile }: Demo): number | null {
  return existsSync(agentPidFile) ? Number(readFileSync(agentPidFile, "utf8")) || null : null;
}

/** The agent leads its own process group, which includes its command. False if it is gone. */
function killGroup(pid: number, signal: NodeJS.Signals | 0 = "SIGKILL"): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

/** A killed process may take a moment to end; until then it counts as live. */
async function groupGone(pid: number): Promise<void> {
  for (let tries = 0; pid !== 0 && tries < 150 && killGroup(pid, 0); tries += 1) await sleep(20);
}
