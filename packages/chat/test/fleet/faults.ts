import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import type { Random, S3Server } from "@reprise/testkit";
import { type FleetStage, leaseSeconds } from "./fleet-stage.ts";

export type Fault = "kill" | "stop" | "part" | "agents" | "cut" | "restart" | "objects";

export const allFaults: readonly Fault[] = ["kill", "stop", "part", "agents", "cut", "restart", "objects"];

interface Struck {
  readonly stage: FleetStage;
  /** Where files are, if that can fail. */
  readonly s3: S3Server | null;
  readonly random: Random;
}

/** Lets it happen to a worker at random, or to what all share. Resolves with how many agents were killed. */
export async function strike(fault: Fault, { stage, s3, random }: Struck): Promise<number> {
  const below = (limit: number) => Math.floor(random() * limit);
  const worker = stage.workers[below(stage.workers.length)];
  if (fault === "cut") await stage.cutConnections().catch(() => undefined);
  if (fault === "restart") await stage.server.restart();
  if (fault === "objects" && s3 !== null) await spoiled(s3, 500 + below(3000), random);
  if (worker === undefined) return 0;
  if (fault === "agents") return killedAgents(worker.child.pid ?? 0);
  if (fault === "kill") {
    await stage.kill(worker);
    await stage.start();
  }
  const awayMs = (leaseSeconds + 2 + below(2)) * 1000;
  if (fault === "stop" || fault === "part") worker.awayUntilMs = Date.now() + awayMs;
  if (fault === "stop") {
    worker.child.kill("SIGSTOP");
    setTimeout(() => worker.child.kill("SIGCONT"), awayMs).unref();
  }
  if (fault === "part") {
    worker.way.off();
    setTimeout(() => worker.way.on(), awayMs).unref();
  }
  return 0;
}

/** Half of the requests fail: refused for now, cut off, or done and not answered. */
async function spoiled(s3: S3Server, forMs: number, random: Random): Promise<void> {
  const ways = [503, 500, "cut", "lost"] as const;
  s3.fault = () => (random() < 0.5 ? (ways[Math.floor(random() * ways.length)] ?? null) : null);
  await passed(forMs);
  s3.fault = () => null;
}

function killedAgents(worker: number): number {
  const agents = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === worker);
  for (const pid of agents) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
  return agents.length;
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return 0;
  }
}
