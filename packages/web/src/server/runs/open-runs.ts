import type { Run, RunId, Runner, StartedRun } from "@reprise/model";
import type { Limits } from "../limits.ts";
import { Problem } from "../problem.ts";
import { OpenWork } from "./open-work.ts";

/** The runs that this server started. */
export class OpenRuns extends OpenWork<StartedRun> {
  readonly #runner: Runner;

  constructor(runner: Runner, limits: Limits) {
    super(limits.turnCount, "runs");
    this.#runner = runner;
  }

  /** The run whose events have these numbers. */
  async find(id: RunId, origin: string): Promise<Run> {
    const known = this.known(origin);
    if (known?.id === id) return known;
    const run = await this.#runner.attach(id);
    if (run.origin === origin) return run;
    const message =
      "This run was continued by another process, or the server has started again. Attach to it again: GET /runs/ID";
    throw new Problem(409, { code: "refused", message });
  }

  /** Gives running turns that long. */
  override close(graceMs: number): Promise<void> {
    return super.close(graceMs, ({ controls }) => controls.close());
  }
}
