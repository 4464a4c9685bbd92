import { type FilesPlan, SessionError } from "@reprise/model";
import { filesAt } from "../restore/files/files-at.ts";
import type { Desk } from "./desk.ts";
import { turnsOf } from "./turn-reader.ts";

/** The files of a session after one of its turns. The folder is the one its last turn worked in. */
export async function filesOf(text: string, turn: number, desk: Desk): Promise<FilesPlan> {
  const recorded = await desk.library.recorded(text);
  const { session, about } = recorded;
  turnsOf(recorded, turn, desk);
  const { turns } = await desk.library.read(session);
  const root = about.cwd ?? about.workspace ?? null;
  if (root === null)
    throw new SessionError("refused", `It is not recorded which folder ${session.id} worked in.`);
  if (session.owner)
    throw new SessionError(
      "busy",
      `${session.id} is open in ${session.owner.program} (process ${session.owner.pid}), which may edit files now. Close it there first.`,
    );
  return filesAt({
    ...{ session: session.id, turns, turn, root },
    gitCommit: about.gitCommit ?? null,
    host: desk.host,
  });
}
