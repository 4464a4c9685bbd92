import { type Library, SessionError, type SessionPlace } from "@reprise/model";

/** What finds this very session: its id, or its file where a session of another home has the same id. */
export async function textOf(session: SessionPlace, library: Pick<Library, "find">): Promise<string> {
  try {
    await library.find(session.id);
  } catch (error) {
    const isAmbiguous = error instanceof SessionError && error.code === "ambiguous";
    if (isAmbiguous) return session.files[0]?.path ?? session.id;
  }
  // Anything else is said by whoever needs the session.
  return session.id;
}
