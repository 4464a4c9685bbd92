import {
  asThreadId,
  type Damage,
  type Item,
  type ItemBody,
  type Library,
  type Reading,
  type SessionSummary,
  sessionIdOf,
  type Timestamp,
  type Turn,
  type TurnState,
  type Window,
} from "@reprise/model";

/** For tests: a session of which each turn is made when it is read. */
export interface Synthetic {
  readonly library: Library;
  readonly session: SessionSummary;
  /** Windows that were read, and how many turns were made. */
  readonly reads: (Window | undefined)[];
  turnsMade: number;
  /** More turns, as if an agent had written them. */
  grow(turnCount: number): void;
  readonly changes: (() => void)[];
}

const file = "/home/me/.codex/sessions/2026/11/15/rollout-2026-11-15T18-00-00-0199a213.jsonl";
const time = (text: string) => text as Timestamp;

export function synthetic(
  turnCount: number,
  bodies: (turn: number) => readonly ItemBody[],
  given: {
    readonly damage?: readonly Damage[];
    readonly state?: TurnState;
    readonly readFails?: () => boolean;
    readonly session?: Partial<SessionSummary>;
  } = {},
): Synthetic {
  let count = turnCount;
  const summary = (): SessionSummary => ({
    ...sessionOf(count, given.damage?.length ?? 0),
    ...given.session,
  });
  const world: Synthetic = {
    session: summary(),
    reads: [],
    turnsMade: 0,
    changes: [],
    grow: (more) => {
      count = more;
      for (const change of world.changes) change();
    },
    library: {
      read: async (_: unknown, window?: Window): Promise<Reading> => {
        if (given.readFails?.()) throw new Error("The disk is gone.");
        world.reads.push(window);
        const damage: Damage[] = [];
        return { session: summary(), turns: turnsOf(window, damage), damage };
      },
      async *watch(signal: AbortSignal) {
        while (!signal.aborted) {
          await new Promise<void>((resolve) => {
            world.changes.push(resolve);
            signal.addEventListener("abort", () => resolve());
          });
          if (!signal.aborted) yield { sessions: null };
        }
      },
    } as unknown as Library,
  };
  async function* turnsOf(window: Window | undefined, damage: Damage[]): AsyncGenerator<Turn> {
    const from = !window ? 1 : "last" in window ? Math.max(1, count - window.last + 1) : Math.max(1, window.from);
    const to = !window || "last" in window ? count : Math.min(count, window.to);
    for (let number = from; number <= to; number += 1) {
      world.turnsMade += 1;
      yield turnOf(number, bodies(number), given.state);
    }
    damage.push(...(given.damage ?? []));
  }
  return world;
}

export function turnOf(number: number, bodies: readonly ItemBody[], state: TurnState = "completed"): Turn {
  return {
    number,
    state,
    startedAt: time("2026-11-15T18:00:00.000Z"),
    endedAt: time("2026-11-15T18:05:00.000Z"),
    items: bodies.map((body, index): Item => {
      const line = number * 100 + index;
      return { ...body, id: `${number}.${index}`, at: null, origin: { file, line, byteOffset: line * 10 } };
    }),
  };
}

function sessionOf(turnCount: number, damageCount: number): SessionSummary {
  return {
    id: sessionIdOf("codex", asThreadId("0199a213-81a0-7800-8aa2-5d3d1d2a3c4e")),
    shortId: "0199a213-81a0",
    agent: "codex",
    thread: asThreadId("0199a213-81a0-7800-8aa2-5d3d1d2a3c4e"),
    title: "Fix the flaky test",
    name: null,
    tags: [],
    state: turnCount === 0 ? "empty" : "completed",
    parkedUntil: null,
    owner: null,
    workspace: "/home/me/shop",
    createdAt: time("2026-11-15T18:00:00.000Z"),
    updatedAt: time("2026-11-15T19:41:15.710Z"),
    turnCount,
    itemCount: turnCount * 2,
    messageCount: turnCount,
    toolCount: turnCount,
    model: "gpt-5.2-codex",
    source: "cli",
    archived: false,
    hidden: false,
    subagentOf: null,
    lineage: null,
    sizeBytes: turnCount * 1000,
    damageCount,
    files: [{ path: file, sizeBytes: turnCount * 1000, role: "main" }],
  };
}
