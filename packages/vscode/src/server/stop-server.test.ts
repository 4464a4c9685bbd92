import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { PageServer } from "./page-server.ts";
import { STARTER } from "./reprise-program.ts";
import { stopServer } from "./stop-server.ts";

/** A server that says this of itself. */
function serverSaying(about: object) {
  const done: string[] = [];
  const server = {
    call: async ({ path }: { path: string }) => {
      expect(path).toBe("/about");
      return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(about))]) };
    },
    leaveStopped: () => void done.push("left stopped"),
  } as unknown as PageServer;
  return { done, said: stopServer(server, (pid) => void done.push(`ended ${pid}`)) };
}

it("a server that the extension started is stopped, and stays stopped", async () => {
  const { done, said } = serverSaying({ server: { pid: 12, starter: STARTER } });
  expect(await said).toContain("The server is stopping.");
  expect(done).toEqual(["ended 12", "left stopped"]);
});

it.each([
  [{ server: { pid: 12, starter: null } }, "started by “reprise open” in a terminal (process 12)"],
  [{ server: { pid: 12, starter: "another program" } }, "started by another program (process 12)"],
  [{ version: "0.0.1" }, "too old"],
])("a server that it did not start is left alone, and the person is told whose it is: %j", async (about, told) => {
  const { done, said } = serverSaying(about);
  expect(await said).toContain(told);
  expect(done).toEqual([]);
});
