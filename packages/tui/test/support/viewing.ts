import type { Size } from "../../src/kernel/screen.ts";
import { begin, viewerScreen } from "../../src/screens/viewer/index.ts";
import type { ViewerMessage, ViewerState, ViewerTask } from "../../src/screens/viewer/state.ts";
import { Driven } from "./drive.ts";
import type { Synthetic } from "./synthetic-session.ts";
import { testWorld } from "./world.ts";

/** The viewer in a test, on a session that is read for real: what it asks for is done when it is told to. */
export class Viewing extends Driven<ViewerState, ViewerMessage, ViewerTask> {
  readonly #ending = new AbortController();
  readonly world;
  /** Whether what is not shown is measured as well. */
  measures = true;

  constructor(
    { library, session }: Synthetic,
    given: { readonly at?: number | null; readonly search?: string | null; readonly size?: Size } = {},
  ) {
    super(viewerScreen, begin(session, given.at ?? null, given.search ?? null), given.size);
    this.world = testWorld({ library });
  }

  /** Performs what was asked for, and what follows from it. */
  async done(): Promise<this> {
    for (let task = this.tasks.shift(); task; task = this.tasks.shift()) {
      if (task.type === "watch") void this.#perform(task);
      else if (task.type !== "idle") await this.#perform(task);
      else if (this.measures) this.tell({ type: "idle" });
    }
    return this;
  }

  /** Lets go of the watching. */
  close(): void {
    this.#ending.abort();
  }

  get lines(): string[] {
    return this.text.split("\n");
  }

  #perform(task: ViewerTask): Promise<void> {
    return viewerScreen.perform(task, this.world, (message) => void this.tell(message), this.#ending.signal);
  }
}
