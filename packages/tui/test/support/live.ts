import type { Answer, Controls, ItemBody, RestoreEvent, RunId, ThreadId } from "@reprise/model";
import type { LiveRoute } from "../../src/kernel/route.ts";
import type { Size } from "../../src/kernel/screen.ts";
import { begin, liveScreen } from "../../src/screens/live/index.ts";
import type { LiveMessage, LiveState, LiveTask } from "../../src/screens/live/state.ts";
import { Driven } from "./drive.ts";
import { resumePlan, summary } from "./plans.ts";
import { testWorld } from "./world.ts";

/** What was asked of an agent that plays a part. */
export class PlayedControls implements Controls {
  readonly done: string[] = [];
  answer = async (request: string, { decision, answers }: Answer) =>
    void this.done.push(`answer ${request} ${decision}${answers ? ` ${JSON.stringify(answers)}` : ""}`);
  steer = async (text: string) => void this.done.push(`steer ${text}`);
  interrupt = async () => void this.done.push("interrupt");
  send = async (text: string) => {
    this.done.push(`send ${text}`);
    return `sent-${this.done.length}`;
  };
  close = async () => void this.done.push("close");
  decide = async (question: string, isYes: boolean) =>
    void this.done.push(`decide ${question} ${isYes ? "yes" : "no"}`);
  end = async () => void this.done.push("end");
}

/** A live screen in a test, with words for what happens in a run. */
export class DrivenLive extends Driven<LiveState, LiveMessage, LiveTask> {
  readonly controls = new PlayedControls();
  readonly world: ReturnType<typeof testWorld>;

  constructor(beginning: LiveRoute, size?: Size, world = testWorld()) {
    super(liveScreen, begin(beginning, world), size);
    this.world = world;
  }

  happens(...events: readonly RestoreEvent[]): this {
    return this.tell({ type: "events", events });
  }

  /** The agent has the thread, and waits. */
  resumed(): this {
    this.happens({ type: "checking" }).tell({ type: "controls", controls: this.controls });
    const { settings } = resumePlan();
    return this.happens({ type: "checked", settings });
  }

  streams(key: string, text: string, kind: "reply" | "reasoning" | "output" = "reply"): this {
    return this.happens({ type: "delta", key, kind, text });
  }

  item(key: string, item: ItemBody, isComplete = true): this {
    return this.happens({ type: "item", key, isComplete, item });
  }

  turnEnds(given: Partial<RestoreEvent & { type: "turn-ended" }> = {}): this {
    return this.happens({ type: "turn-ended", turn: null, state: "completed", failure: null, ...given });
  }

  /** Time passes: every task that waits is over, the shortest first; what they lead to waits for the next call. */
  waits(): this {
    const waiting = this.tasks.filter((task) => task.type === "wait").sort((one, other) => one.ms - other.ms);
    const others = this.tasks.filter((task) => task.type !== "wait");
    this.tasks.splice(0, this.tasks.length, ...others);
    for (const { message } of waiting) if (message.type !== "tick") this.tell(message);
    return this;
  }

  /** What the tasks do, done; those that wait and those that run an agent stay. */
  async performs(): Promise<this> {
    const stays = new Set<LiveTask["type"]>(["wait", "clock", "restore", "run", "read", "read-untold", "find"]);
    const now = this.tasks.filter((task) => !stays.has(task.type));
    this.tasks.splice(0, this.tasks.length, ...this.tasks.filter((task) => stays.has(task.type)));
    for (const task of now)
      await liveScreen.perform(task, this.world, (message) => this.tell(message), new AbortController().signal);
    return this;
  }
}

export const runStarted: RestoreEvent = {
  type: "run-started",
  run: "run-1" as RunId,
  agent: "codex",
  settings: resumePlan().settings,
};

export const threadTold: RestoreEvent = { type: "thread", thread: "t-new" as ThreadId, isPersisted: false };

export function restoreBeginning(
  given: Partial<LiveRoute & { kind: "restore" }> = {},
): LiveRoute & { kind: "restore" } {
  return {
    kind: "restore",
    session: summary("t-1"),
    plan: resumePlan(),
    answers: {},
    ...given,
  };
}

export const newBeginning: LiveRoute = { kind: "new", draft: null, from: null };
