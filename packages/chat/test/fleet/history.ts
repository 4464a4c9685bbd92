import { readBundle } from "@reprise/core/bundle";
import type { Database, PostgresChatStore } from "../../src/fleet.ts";
import type { FleetStage } from "./fleet-stage.ts";

/** Messages that were acknowledged, in the order in which they were sent, by chat. */
export type Sent = ReadonlyMap<string, readonly string[]>;

/**
 * What the tables and the agent's own history say against what was acknowledged; empty if all is well. Only turns whose agents
 * were killed may have failed.
 */
export async function problemsIn(
  sent: Sent,
  store: PostgresChatStore,
  database: Database,
  killedAgents = 0,
): Promise<string[]> {
  const problems: string[] = [];
  const failed: string[] = [];
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
    for (const { turn, message, status, error } of turns) {
      const { rows } = await database.query(
        "select number, event from reprise.events where turn = $1 order by number",
        [turn],
      );
      const types = rows.map(({ event }) => (JSON.parse(event) as { type: string }).type);
      const results = types.filter((type) => type === "result").length;
      if (status === "cancelled") problems.push(`${chat}: ${message} was cancelled, and nobody did`);
      else if (status !== "completed") failed.push(`${chat}: ${message} is ${status}, ${JSON.stringify(error)}`);
      const hasGap = rows.some(({ number }, index) => number !== index + 1);
      if (status === "running" || results !== 1 || types.at(-1) !== "result" || hasGap)
        problems.push(`${chat}: the turn ${message} is ${status} with the events ${types.join()}`);
    }
  }
  return failed.length > killedAgents ? [...problems, ...failed] : problems;
}

const lookMs = 500;

/** Looks whether turns stay without a worker after a lease has ended, although there are the database and a worker that could take them. */
export class StuckTurns {
  readonly #stage: FleetStage;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  #ableSinceMs = Date.now();
  #most: { readonly seconds: number; readonly job: string } = { seconds: 0, job: "" };

  constructor(stage: FleetStage) {
    this.#stage = stage;
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, lookMs);
  }

  /** The longest time, and what the engine had of its job then. */
  async close(): Promise<{ readonly seconds: number; readonly job: string }> {
    clearInterval(this.#timer);
    await this.#looking;
    return this.#most;
  }

  async #look(): Promise<void> {
    const found = this.#stage.hasAbleWorker ? await this.#oldest().catch(() => null) : null;
    if (found === null) this.#ableSinceMs = Date.now();
    else if (found.seconds > this.#most.seconds) {
      const seconds = Math.min(found.seconds, Math.round((Date.now() - this.#ableSinceMs) / 100) / 10);
      if (seconds > this.#most.seconds) this.#most = { seconds, job: found.job };
    }
  }

  async #oldest(): Promise<{ readonly seconds: number; readonly job: string }> {
    const [row] = await this.#stage.server.query(
      this.#stage.store,
      `select extract(epoch from now() - leased_until) as late,
         format('%s, heartbeat %s s ago', j.state, round(extract(epoch from now() - j.heartbeat_on), 1)) as job
       from reprise.chats join reprise.turns t using (tenant, chat) left join reprise_jobs.job j on j.id = t.turn
       where status = 'running' and leased_until < now() order by leased_until limit 1`,
    );
    return { seconds: Math.round(Number(row?.late ?? 0) * 10) / 10, job: String(row?.job) };
  }
}

/** The prompts in the session that the agent would continue. */
async function promptsIn(bundle: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const { parts } = await readBundle(bundle);
  const prompts: string[] = [];
  for await (const { bytes } of parts) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    const lines = Buffer.concat(pieces).toString().split("\n").filter(Boolean);
    prompts.push(...lines.flatMap((line) => promptOf(JSON.parse(line))));
  }
  return prompts;
}

interface Recorded {
  readonly item?: { readonly kind: string; readonly text: string };
  readonly payload?: { readonly role?: string; readonly content?: readonly { readonly text: string }[] };
}

/** Of the echo agent or of Codex, which has texts of its own in tags. */
function promptOf({ item, payload }: Recorded): readonly string[] {
  if (item?.kind === "prompt") return [item.text];
  const texts = payload?.role === "user" ? (payload.content ?? []).map(({ text }) => text) : [];
  return texts.filter((text) => !text.startsWith("<"));
}
