import type { Offer } from "@reprise/model";
import { findOffer } from "../screens/sessions/offer/find-offer.ts";
import { offeredModes, offerLine } from "../screens/sessions/offer/offer.ts";
import type { World } from "../world.ts";
import { chooseAgent } from "./choose-agent.ts";
import { isBack, type Lines, type Next, say, yesOrNo } from "./lines.ts";
import { converse, restoreSession } from "./restore-session.ts";

/** Starts a new session; asks about an interrupted one first. A no is remembered; an empty line does neither. */
export async function startNew(world: World, lines: Lines): Promise<Next> {
  const offered = await findOffer(world.cwd, world);
  if (offered !== null) {
    const answer = await answerTo(`${offerLine(offered)} Or an empty line for neither: `, lines);
    if (answer === "neither") return "back";
    if (answer === "yes" && offered.session === null) return sendUnsent(offered.offer, world, lines);
    if (answer === "yes" && offered.session !== null)
      return restoreSession(offered.session, offeredModes(offered.offer).slice(0, 1), world, lines);
    await (await world.runner()).decline(offered.offer.run);
  }
  if (!(await chooseAgent(world, lines))) return "back";
  return converse({ kind: "new", draft: null, from: null }, null, world, lines);
}

/** A prompt that reached no agent: shown in full, sent only after a yes. */
export async function sendUnsent(
  offer: Pick<Offer, "run" | "prompt" | "agent" | "startedAt">,
  world: World,
  lines: Lines,
): Promise<Next> {
  world.prefer(offer.agent);
  const text = offer.prompt ?? "";
  const draft = { text, cursor: text.length, savedAt: offer.startedAt };
  return converse({ kind: "new", draft, from: null, carries: [offer.run] }, null, world, lines);
}

async function answerTo(question: string, lines: Lines): Promise<"yes" | "no" | "neither"> {
  for (;;) {
    const line = (await lines.ask(question))?.trim().toLowerCase() ?? "";
    if (line === "" || isBack(line)) return "neither";
    const isYes = yesOrNo(line);
    if (isYes !== null) return isYes ? "yes" : "no";
    say(lines, "Please answer y or n, or 1 for yes and 2 for no.");
  }
}
