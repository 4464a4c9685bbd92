import { type FilesPlan, SessionError } from "@reprise/model";
import { filesAt } from "../restore/files/files-at.ts";
import type { RewindStore } from "../restore/files/rewind.ts";
import { leadsInside } from "../workspace/is-inside.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { turnsUpTo } from "./turns-up-to.ts";

/** The session's files after one of its turns. The folder is that of its last turn. */
export async function sessionFiles(text: string, turn: number, reader: EvidenceReader): Promise<FilesPlan> {
  const recorded = await reader.library.recorded(text);
  const { session, about } = recorded;
  turnsUpTo(recorded, turn, reader);
  const { turns } = await reader.library.read(session);
  const root = about.cwd ?? about.workspace ?? null;
  if (root === null) throw new SessionError("refused", `It is not recorded which folder ${session.id} worked in.`);
  const { place } = await reader.history(recorded);
  // A session file can name any folder: only the one Reprise saw counts.
  if (place?.cwd != null && !leadsInside(root, place.cwd, reader.host.files, place.realCwd))
    throw new SessionError(
      "refused",
      `Its file says that ${session.id} worked in ${root}, but Reprise recorded ${place.cwd}. Nothing was changed. If it moved there, continue it there first: reprise resume ${session.id} --cwd DIR`,
    );
  if (session.owner)
    throw new SessionError(
      "busy",
      `${session.id} is open in ${session.owner.program} (process ${session.owner.pid}), which may edit files now. Close it there first.`,
    );
  return filesAt({
    session: session.id,
    turns,
    turn,
    root,
    gitCommit: about.gitCommit ?? null,
    host: reader.host,
    homes: [recorded.home],
    agents: reader.agents,
  });
}

/** Also protects the home of a session outside the environment's homes: it is never written. */
export async function rewindStore(session: string, reader: EvidenceReader): Promise<RewindStore> {
  const home = await reader.library.recorded(session).then(
    ({ home }) => [home],
    // The session may be gone since; its rewind can still be undone.
    (error: unknown) => {
      if (error instanceof SessionError) return [];
      throw error;
    },
  );
  return {
    host: reader.host,
    stateFolder: reader.environment.stateFolder,
    homes: home,
    agents: reader.agents,
  };
}
