import type { Failure } from "@reprise/model";
import { nodeHost } from "../../../host/node-host.ts";
import type { ExecTurn } from "../../exec/exec-agent.ts";
import { livingRegistrations } from "../read/process-registry.ts";
import { claudeHome } from "./home.ts";

/** Two processes may write one session, and one loses its messages: leave an open session alone. */
export function heldByOther({ thread, isNew, launch }: Pick<ExecTurn, "thread" | "isNew" | "launch">): Failure | null {
  if (thread === null || isNew) return null;
  const holder = livingRegistrations(claudeHome(launch), nodeHost(launch.env)).find((entry) => entry.thread === thread);
  if (!holder) return null;
  const message = `Session ${thread} is open in another Claude Code (process ${holder.pid}). Close it there first.`;
  return { kind: "busy", message, resetsAt: null };
}
