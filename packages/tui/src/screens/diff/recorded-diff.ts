import { type Library, RecordedDiff, type SessionId } from "@reprise/model";

/** The changes of a session so far, as far as they were recorded; empty if there are none. */
export async function recordedDiff(
  session: SessionId,
  library: Pick<Library, "read">,
  signal?: AbortSignal,
): Promise<string> {
  const reading = await library.read(session);
  const diff = new RecordedDiff(reading.session.workspace);
  for await (const { number, items } of reading.turns) {
    if (signal?.aborted) break;
    for (const item of items) if (item.kind === "edit") diff.add(number, item);
  }
  return diff.text;
}
