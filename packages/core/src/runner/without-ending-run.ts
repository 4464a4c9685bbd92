import type { RunId, Wish } from "@reprise/model";
import { processesBelow } from "../host/processes/process-tree.ts";
import type { RecordedSession } from "../library/file-library.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

/** The session as it will be once the run that ends first has let go of it. Another process still keeps it busy. */
export async function withoutEndingRun(
  recorded: RecordedSession,
  { endsRun }: Pick<Wish, "endsRun">,
  reader: EvidenceReader,
): Promise<RecordedSession> {
  const { session } = recorded;
  if (endsRun === null || session.owner === null) return recorded;
  if (!(await isOf(endsRun, session.owner.pid, reader))) return recorded;
  return { ...recorded, session: { ...session, owner: null } };
}

/** Its agent, or what a launcher of it has started. */
async function isOf(run: RunId, pid: number, reader: EvidenceReader): Promise<boolean> {
  const agent = (await reader.runs()).find((one) => one.run === run && one.status === "running")?.agentProcess;
  if (!agent) return false;
  return agent.pid === pid || processesBelow(agent.pid).some((below) => below.pid === pid);
}
