import { type Consent, needsWider, type PlanOf, type RestorePlan, type StartedRun, type Wish } from "@reprise/model";
import { MemoryRunner } from "./memory-runner.ts";
import { MemoryStore } from "./memory-store.ts";
import { playedRun } from "./played-run.ts";
import { ScriptedAgent } from "./scripted-agent/scripted-agent.ts";

/** A runner with one plan, whatever is asked for. It remembers the consents that the plan was started with. */
export class PlannedRunner extends MemoryRunner {
  readonly consents: Consent[] = [];
  readonly #plan: RestorePlan;

  constructor(plan: RestorePlan) {
    const store = new MemoryStore();
    const agent = new ScriptedAgent((thread, line) => store.log(thread, line));
    super(store, agent.driver, () => true);
    this.#plan = plan;
  }

  /** As the planner does: what is wider has no plan before it is allowed. */
  override async plan(_session: string, { allowsWider }: Wish): Promise<RestorePlan> {
    return needsWider(this.#plan) && !allowsWider ? refusedAsWider(this.#plan) : this.#plan;
  }

  override async restore(_plan: RestorePlan, consent: Consent): Promise<StartedRun> {
    this.consents.push(consent);
    return playedRun(async function* () {
      yield { type: "run-ended", status: "completed", failure: null };
    });
  }
}

function refusedAsWider(plan: RestorePlan): PlanOf<null> {
  const { session, target, basis, settings, baseline, drift, narrowed, pending, unfinished, owner } = plan;
  const detail = "Wider permissions, as shown. This needs --allow-wider.";
  const refusals = [{ mode: plan.mode ?? "resume", reason: "wider-permissions", detail }] as const;
  const common = { session, target, basis, settings, baseline, drift, narrowed, refusals, pending, unfinished, owner };
  return { mode: null, ...common, via: null, ways: [], ailments: [], unsentPrompt: null };
}
