import type { FilesPlan, NumberedEvent, RestorePlan, Run, RunId, Runner } from "@reprise/model";
import { itemFields } from "@reprise/model/json";
import type { restoreRoutes, runRoutes } from "@reprise/model/routes";
import type { ContractValue } from "@reprise/model/schema";
import type { Answers, Numbered } from "../mount.ts";
import { badRequest, Problem } from "../problem.ts";
import { checkFresh } from "../runs/check-fresh.ts";
import { checkPaths, checkSettings } from "../runs/check-paths.ts";
import { IssuedPlans } from "../runs/issued-plans.ts";
import { makeCalls } from "../runs/make-calls.ts";
import type { OpenRuns } from "../runs/open-runs.ts";
import { runScopeIn } from "../runs/run-scope.ts";

export function runAnswers(runner: Runner, runs: OpenRuns): Answers<typeof runRoutes & typeof restoreRoutes> {
  const plans = new IssuedPlans<RestorePlan>();
  const filesPlans = new IssuedPlans<FilesPlan>();
  return {
    async startRun({ body: wish }) {
      checkPaths(wish);
      return attachedTo(await runs.start(() => runner.run(wish)));
    },
    listRuns: async ({ query }) => ({ runs: await runner.runs(runScopeIn(query) ?? undefined) }),
    async getOffer({ query: { asked = false, ...named } }) {
      const scope = runScopeIn(named);
      if (scope === null) throw badRequest("Say for what: ?kind=workspace&root=FOLDER");
      return { offer: await runner.offer(scope, asked) };
    },
    attachRun: async ({ params }) => attachedTo(await runner.attach(params.run as RunId)),
    async declineRun({ params }) {
      await runner.decline(params.run as RunId);
      return undefined;
    },
    async followRun({ params, query, after }) {
      const run = await runs.find(params.run as RunId, query.origin);
      // A run of this process ends before the server does, and its listeners are told.
      return { open: (signal) => wholeEvents(run.events(after, signal), plans), isLive: run.controls === null };
    },
    async controlRun({ params, body: { origin, calls } }) {
      const { controls } = await runs.find(params.run as RunId, origin);
      if (controls === null) throw onlyWatched();
      return { open: (signal) => makeCalls(controls, calls, signal), isLive: true };
    },
    async planRestore({ body: { session, wish } }) {
      checkSettings(wish.settings);
      const plan = await runner.plan(session, wish);
      return { id: plans.issue(plan), plan };
    },
    async restore({ body: { plan: id, consent } }) {
      const start = async () => {
        const plan = plans.take(id);
        await checkFresh(plan, runner);
        return runner.restore(plan, consent);
      };
      return attachedTo(await runs.start(start));
    },
    async planFiles({ body: { session, turn } }) {
      const plan = await runner.filesAt(session, turn);
      return { id: filesPlans.issue(plan), plan };
    },
    rewindFiles: async ({ body }) => ({ rewind: await runner.rewindFiles(filesPlans.take(body.plan)) }),
    undoRewind: async ({ params }) => ({ paths: await runner.undoRewind(params.id) }),
  };
}

function attachedTo({ id, origin, controls }: Run): ContractValue<"attached-run"> {
  return { run: id, origin, isControlled: controls !== null };
}

async function* wholeEvents(
  events: AsyncIterable<NumberedEvent>,
  plans: IssuedPlans<RestorePlan>,
): AsyncGenerator<Numbered<ContractValue<"run-event">>> {
  for await (const { number, event } of events) {
    const whole = event.type === "item" ? { ...event, item: itemFields(event.item) } : event;
    const plan = event.type === "refused" ? plans.issue(event.plan) : null;
    yield { number, value: { event: whole, plan } };
  }
}

function onlyWatched(): Problem {
  const message =
    "Another process has this run: it can be watched here, and controlled there. To stop it: POST /sessions/ID/cancel";
  return new Problem(409, { code: "refused", message });
}
