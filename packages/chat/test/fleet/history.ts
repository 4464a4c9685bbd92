import { readBundle } from "@reprise/core/bundle";
import type { Database, PostgresChatStore } from "../../src/fleet.ts";

/** Messages that were acknowledged, in the order in which they were sent, by chat. */
export type Sent = ReadonlyMap<string, readonly string[]>;

/** What the tables and the agent's own history say against what was acknowledged; empty if all is well. */
export async function problemsIn(sent: Sent, store: PostgresChatStore, database: Database): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [chat, messages] of sent) {
    const stored = await store.read(chat);
    const turns = stored?.turns ?? [];
    const recorded = turns.map(({ message }) => message);
    if (JSON.stringify(recorded) !== JSON.stringify(messages))
      problems.push(`${chat}: sent ${messages.join()}, and its turns are ${recorded.join()}`);
    const completed = turns.filter(({ status }) => status === "completed").map(({ message }) => message);
    const told = stored?.state ? await promptsIn(store.open(chat, stored.state.files)) : [];
    if (JSON.stringify(told) !== JSON.stringify(completed))
      problems.push(`${chat}: completed ${completed.join()}, and the agent's history has ${told.join()}`);
    for (const { turn, message, status } of turns) {
      const { rows } = await database.query(
        "select number, event from reprise.events where turn = $1 order by number",
        [turn],
      );
      const types = rows.map(({ event }) => (JSON.parse(event) as { type: string }).type);
      const results = types.filter((type) => type === "result").length;
      const hasGap = rows.some(({ number }, index) => number !== index + 1);
      if (status === "running" || results !== 1 || types.at(-1) !== "result" || hasGap)
        problems.push(`${chat}: the turn ${message} is ${status} with the events ${types.join()}`);
    }
  }
  return problems;
}

/** The prompts in the session that the agent would continue. */
async function promptsIn(bundle: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const { parts } = await readBundle(bundle);
  const prompts: string[] = [];
  for await (const { bytes } of parts) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    const lines = Buffer.concat(pieces).toString().split("\n").filter(Boolean);
    for (const line of lines) {
      const { item } = JSON.parse(line) as { item?: { kind: string; text: string } };
      if (item?.kind === "prompt") prompts.push(item.text);
    }
  }
  return prompts;
}
