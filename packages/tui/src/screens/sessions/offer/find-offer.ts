import { SessionError } from "@reprise/model";
import type { World } from "../../../world.ts";
import type { Offered } from "../state.ts";

/** Interrupted or unsent work in this folder, not declined since; null if there is none. */
export async function findOffer(cwd: string, world: World): Promise<Offered | null> {
  if ((await world.mayHaveUnfinishedWork?.()) === false) return null;
  const offer = await (await world.runner()).offer({ kind: "workspace", root: cwd });
  if (offer === null) return null;
  if (offer.session === null) return { offer, session: null };
  try {
    return { offer, session: await world.library.find(offer.session) };
  } catch (error) {
    // A run whose session cannot be found is not offered; the status screen shows it.
    if (error instanceof SessionError) return null;
    throw error;
  }
}
