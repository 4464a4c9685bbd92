import { text } from "node:stream/consumers";
import type { About } from "@reprise/model";
import type { PageServer } from "./page-server.ts";
import { STARTER } from "./reprise-program.ts";

/**
 * Stops the server that the page uses, if this extension started it, here or in another window. Returns what to tell the
 * person.
 */
export async function stopServer(
  server: PageServer,
  terminate: (pid: number) => void = (pid) => process.kill(pid, "SIGTERM"),
): Promise<string> {
  const request = { path: "/about", method: "GET", headers: {}, body: null };
  const answer = await server.call(request, new AbortController().signal);
  // The process says itself which one it is: a number that was noted could be another program's by now.
  const about = JSON.parse(await text(answer.body)) as Partial<About>;
  if (about.server === undefined)
    return "This server is too old to be stopped from here. Stop it where it was started.";
  const { pid, starter } = about.server;
  if (starter !== STARTER) {
    const who = starter ?? "“reprise open” in a terminal";
    return `The server was started by ${who} (process ${pid}). Stop it there, with Ctrl-C.`;
  }
  terminate(pid);
  server.leaveStopped();
  return "The server is stopping. Running turns have 30 seconds to finish; what is cut off can be resumed.";
}
