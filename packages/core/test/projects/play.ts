/** Plays back projects and prints how many turns they have. Arguments: the home to read, then the folders of the projects. */
import { playbackIdOf, type SessionId } from "@reprise/model";
import { nodeHost } from "../../src/host/node-host.ts";
import { openFileLibrary } from "../../src/library.ts";
import { withPlaybacks } from "../../src/projects/playback/with-playbacks.ts";

const [, , homes = "", ...projects] = process.argv;
const host = nodeHost();
const library = withPlaybacks(openFileLibrary(host, { homes: { codex: homes.split(":") } }), host);
let count = 0;
for (const path of projects) {
  const reading = await library.read(playbackIdOf(path) as SessionId);
  for await (const _ of reading.turns) count += 1;
}
library.close();
console.log(count);
