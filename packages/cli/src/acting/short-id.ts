import { SessionError, type SessionId } from "@reprise/model";
import type { Job } from "../commands/command.ts";

/** The id as a person reads it on a terminal; the whole one in a pipe, and of a session that no list has yet. */
export async function shortIdFor(
  { machine, library }: Pick<Job, "machine" | "library">,
  session: SessionId,
  stream: "stdout" | "stderr",
): Promise<string> {
  if (!machine.isTerminal[stream]) return session;
  try {
    return (await (await library()).find(session)).shortId;
  } catch (error) {
    if (error instanceof SessionError) return session;
    throw error;
  }
}
