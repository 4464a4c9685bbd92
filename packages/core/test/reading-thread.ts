/** What a thread of a test runs: the readers of the program, for the files of this machine. */
import { nodeHost } from "../src/host/node-host.ts";
import { serveThread } from "../src/library.ts";

await serveThread(nodeHost({}));
