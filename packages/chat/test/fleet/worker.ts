/** One process of a fleet, for tests that kill it: says `ready`, runs turns, and ends with the last of them at SIGTERM. */
import { builtInAgents, nodeHost } from "@reprise/core";
import { echoAgent } from "@reprise/testkit";
import { openFleet } from "../../src/fleet.ts";
import { emptySandbox } from "./empty-sandbox.ts";

const { FLEET_STORE = "", FLEET_OBJECTS, FLEET_LEASE, FLEET_SLOTS, FLEET_UNFENCED } = process.env;
const chats = await openFleet(nodeHost(process.env), {
  store: FLEET_STORE,
  objects: FLEET_OBJECTS || undefined,
  leaseSeconds: Number(FLEET_LEASE),
  slotCount: Number(FLEET_SLOTS),
  agents: [echoAgent, ...builtInAgents],
  sandboxes: [emptySandbox],
  cwd: process.cwd(),
  onProblem: (error) => console.error(error),
  test: { isUnfenced: FLEET_UNFENCED === "1" },
});
process.once("SIGTERM", () => void chats.close(60_000).then(() => process.exit()));
// Its test has gone, perhaps without a word.
process.stdin.once("end", () => process.exit()).resume();
console.log("ready");
