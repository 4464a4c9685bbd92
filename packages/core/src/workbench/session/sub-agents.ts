import { agentOf, type Item, type SessionId, type Turn } from "@reprise/model";
import type { WorkbenchParts } from "./parts.ts";

const pageSize = 200;

/** The turns of a session with what its sub-agents did, in the order of time. */
export async function withSubAgents(
  turns: readonly Turn[],
  session: SessionId,
  { library, subAgentTools }: Pick<WorkbenchParts, "library" | "subAgentTools">,
): Promise<readonly Turn[]> {
  const agent = agentOf(session);
  const tools = subAgentTools(agent);
  const since = turns.find(({ startedAt }) => startedAt !== null)?.startedAt ?? null;
  const isStarter = (item: Item) => item.kind === "tool" && tools.includes(item.name);
  if (since === null || !turns.some(({ items }) => items.some(isStarter))) return turns;
  const work: Item[] = [];
  let cursor: string | null = null;
  do {
    const page = await library.list({
      scope: "all",
      agent,
      subagents: true,
      archived: true,
      includeHidden: true,
      since,
      limit: pageSize,
      ...(cursor !== null && { cursor }),
    });
    for (const found of page.sessions)
      if (found.subagentOf === session)
        for await (const { items } of (await library.read(found)).turns)
          work.push(...items.filter((item) => isWork(item) && String(item.at) >= since));
    cursor = page.next;
  } while (cursor !== null);
  return merged(turns, work);
}

/** The call that started a sub-agent has what it was asked and what it answered. */
function isWork({ kind, at }: Item): boolean {
  return at !== null && (kind === "command" || kind === "edit" || kind === "tool");
}

function merged(turns: readonly Turn[], work: readonly Item[]): readonly Turn[] {
  const sorted = work.toSorted((one, other) => Date.parse(one.at ?? "") - Date.parse(other.at ?? ""));
  let next = 0;
  return turns.map((turn, index) => {
    const end = turns[index + 1]?.startedAt ?? null;
    const items: Item[] = [];
    const takeUntil = (time: string | null) => {
      for (; next < sorted.length; next += 1) {
        const item = sorted[next] as Item;
        if (time !== null && String(item.at) >= time) return;
        items.push(item);
      }
    };
    for (const item of turn.items) {
      if (item.at !== null) takeUntil(item.at);
      items.push(item);
    }
    // Before a turn whose start is not known, nothing can be placed: the next one takes it.
    if (end !== null || index === turns.length - 1) takeUntil(end);
    return { ...turn, items };
  });
}
