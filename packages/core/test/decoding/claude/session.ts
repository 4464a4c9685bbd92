import type { Item, ItemBody } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { expect } from "vitest";
import { claudeSource } from "../../../src/agents/claude/source.ts";
import { ClaudeSession } from "./claude-session.ts";

export const home = "/home/dev/.claude";

/** `beside`: other files of the project. */
export async function read(
  session: ClaudeSession,
  place = `${session.thread}.jsonl`,
  beside: Readonly<Record<string, string>> = {},
) {
  const project = `${home}/projects/-srv-proj-a`;
  const others = Object.entries(beside).map(([name, text]) => [`${project}/${name}`, text] as const);
  const host = memoryHost({ [`${project}/${place}`]: session.text(), ...Object.fromEntries(others) });
  const [rollout] = claudeSource.locate(home, host).rollouts;
  if (!rollout) throw new Error("not located");
  const reading = await transcriptOf(rollout, claudeSource, host);
  expect(reading.peeked).toEqual(reading.outline);
  return {
    ...reading,
    items: reading.turns.flatMap(({ items }) => items.map(bodyOf)),
    states: reading.turns.map(({ state }) => state),
  };
}

export function bodyOf({ id: _id, at: _at, origin: _origin, ...body }: Item): ItemBody {
  return body;
}

export async function itemsOf(write: (session: ClaudeSession) => void): Promise<ItemBody[]> {
  const session = new ClaudeSession();
  write(session);
  return (await read(session)).items;
}
