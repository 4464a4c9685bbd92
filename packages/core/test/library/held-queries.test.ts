import { heldQueries, heldSessions, openFileLibrary } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("held queries", () => {
  let subject: Awaited<ReturnType<typeof openFileLibrary>>;
  beforeAll(async () => {
    subject = await openFileLibrary(heldSessions);
  });
  afterAll(() => subject.dispose());

  const found = async (line: string) => {
    const sessions = new Set<string>();
    for await (const { session } of subject.library.search(line, { scope: "all" })) sessions.add(session);
    return [...sessions];
  };

  it("are ten plain ones and thirty others at least, each once", () => {
    expect(heldQueries.length).toBeGreaterThanOrEqual(40);
    expect(new Set(heldQueries.map(([line]) => line)).size).toBe(heldQueries.length);
  });

  it.each(heldQueries)("%s finds the session that is meant, first", async (line, session) => {
    expect((await found(line))[0]).toBe(`codex:${session}`);
  });
});
