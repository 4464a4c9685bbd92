import type { Workbench, WorkbenchAction, WorkbenchChange, Workbenches, WorkbenchView } from "@reprise/model";
import { workbenchAfter } from "@reprise/model";
import { until } from "../host/poll.ts";
import type { ScriptedAgent } from "../scripted-agent/scripted-agent.ts";

/** Workbenches with their store, and the agent they drive. */
export interface WorkbenchStage {
  readonly workbenches: Workbenches;
  readonly agent: ScriptedAgent;
  /** The folder of the workbench. */
  readonly cwd: string;
  /** Ends the program in good order, and starts it again on the same store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Entries that do not depend on what is installed here: Codex says so if bubblewrap is not. */
export function entriesAnywhere({ entries }: WorkbenchView): WorkbenchView["entries"] {
  return entries.filter(
    ({ item }) => item.kind !== "notice" || !item.text.startsWith("Codex could not find bubblewrap "),
  );
}

/** A page: it has a view and applies every change to it. */
export class Page {
  readonly workbench: Workbench;
  readonly changes: WorkbenchChange[] = [];
  /** Every state of the connection, in order. */
  readonly states: string[] = [];
  #view: WorkbenchView | null = null;
  readonly #leaving = new AbortController();
  readonly #over: Promise<void>;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
    this.#over = this.#listen();
  }

  static async open(workbenches: Workbenches, folder: string): Promise<Page> {
    return new Page(await workbenches.open(folder));
  }

  get view(): WorkbenchView {
    if (this.#view === null) throw new Error("The page has no view yet.");
    return this.#view;
  }

  /** The view once it is as wanted. */
  async until(what: string, isThere: (view: WorkbenchView) => boolean): Promise<WorkbenchView> {
    const found = () => (this.#view !== null && isThere(this.#view) ? this.#view : undefined);
    try {
      return await until(found, { what, everyMs: 5 });
    } catch (error) {
      throw new Error(`${(error as Error).message} It is ${JSON.stringify(this.#view)?.slice(0, 3000)}`);
    }
  }

  live(): Promise<WorkbenchView> {
    return this.until("live", ({ connection }) => connection.state === "live");
  }

  idle(): Promise<WorkbenchView> {
    return this.until("an idle agent", ({ activity }) => activity.phase === "idle");
  }

  act(action: WorkbenchAction) {
    return this.workbench.act(action);
  }

  send(text: string) {
    return this.act({ type: "send", text, inputs: [], steers: false });
  }

  /** What is said, in order. */
  get texts(): readonly string[] {
    return entriesAnywhere(this.view).map(({ item }) => ("text" in item ? `${item.kind} ${item.text}` : item.kind));
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#over;
  }

  async #listen(): Promise<void> {
    for await (const news of this.workbench.news(undefined, this.#leaving.signal)) {
      if (news.type === "view") {
        this.#view = news.view;
      } else {
        this.changes.push(news.change);
        this.#view = workbenchAfter(this.view, news.change, news.number);
      }
      const { state } = this.view.connection;
      if (this.states.at(-1) !== state) this.states.push(state);
    }
  }
}
