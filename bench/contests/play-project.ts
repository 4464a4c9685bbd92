// Reads the last turns of a project through core, in a process of its own, and prints how many there were.
import { nodeHost } from "@reprise/core";
import { playbackIdOf, type SessionId } from "@reprise/model";
import { openFileLibrary } from "../../packages/core/src/library.ts";
import { withPlaybacks } from "../../packages/core/src/projects/playback/with-playbacks.ts";

const [path = "", last = "all"] = process.argv.slice(2);
const host = nodeHost();
const library = withPlaybacks(openFileLibrary(host), host);
const window = last === "all" ? undefined : { last: Number(last) };
const { session, turns } = await library.read(playbackIdOf(path) as SessionId, window);
let count = 0;
for await (const _ of turns) count += 1;
library.close();
process.stdout.write(JSON.stringify({ turnCount: session.turnCount, count }));
