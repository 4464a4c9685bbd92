import type { NumberedEvent, RestorePlan, Run, RunId, Runner, RunWish } from "@reprise/model";
import { itemFields, json } from "@reprise/model/json";
import { controlsRequestSchema, runWishSchema } from "@reprise/model/schema";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";
import { badRequest, Problem } from "../problem.ts";
import { noOther, parametersIn } from "../query.ts";
import { checkPaths } from "../runs/check-paths.ts";
import type { IssuedPlans } from "../runs/issued-plans.ts";
import { type ControlResult, makeCalls } from "../runs/make-calls.ts";
import type { OpenRuns } from "../runs/open-runs.ts";
import { runScopeIn } from "../runs/run-scope.ts";
import { type SentEvent, sentEvents } from "../streams/sent-events.ts";
import { lastEventIn } from "../turns/read-request.ts";

export interface RunParts {
  readonly runner: Runner;
  readonly runs: OpenRuns;
  readonly plans: IssuedPlans<RestorePlan>;
}

/** Runs: start, list, follow, control. */
export function runRoutes(app: App, shared: Shared, { runner, runs, plans }: RunParts): void {
  app.post("/runs", async (call) => {
    const wish = (await jsonBody(call, shared, runWishSchema)) as RunWish; // JSON has no undefined
    checkPaths(wish);
    return attached(await runs.start(() => runner.run(wish)));
  });

  app.get("/runs", async (call) => {
    const scope = runScopeIn(parametersIn(call.req.url));
    return jsonAnswer(json("runs", { runs: await runner.runs(scope ?? undefined) }));
  });

  app.get("/offer", async (call) => {
    const scope = runScopeIn(parametersIn(call.req.url));
    if (scope === null) throw badRequest("Say for what: ?kind=workspace&root=FOLDER");
    return jsonAnswer(json("offered", { offer: await runner.offer(scope) }));
  });

  app.get("/runs/:run", async (call) => attached(await runner.attach(call.req.param("run") as RunId)));

  app.post("/runs/:run/decline", async (call) => {
    await runner.decline(call.req.param("run") as RunId);
    return jsonAnswer("{}");
  });

  app.get("/runs/:run/events", async (call) => {
    const { origin, ...rest } = parametersIn(call.req.url);
    noOther(rest, ["origin"]);
    if (origin === undefined) throw badRequest("Say which events: ?origin=, as GET /runs/ID has it.");
    const after = lastEventIn(call.req.header("last-event-id") ?? null) ?? 0;
    const run = await runs.find(call.req.param("run") as RunId, origin);
    const open = (signal: AbortSignal) => eventLines(run.events(after, signal), plans);
    // A run of this process ends before the server does, and its listeners are told.
    return sentEvents(call, shared, { open, isLive: run.controls === null });
  });

  app.post("/runs/:run/controls", async (call) => {
    const { origin, calls } = await jsonBody(
      call,
      { ...shared, isClosing: () => false },
      controlsRequestSchema,
    );
    const { controls } = await runs.find(call.req.param("run") as RunId, origin);
    if (controls === null) throw onlyWatched();
    const open = (signal: AbortSignal) => resultLines(makeCalls(controls, calls, signal));
    return sentEvents(call, shared, { open, isLive: true });
  });
}

export function attached({ id, origin, controls }: Run): Response {
  return jsonAnswer(json("attached-run", { run: id, origin, isControlled: controls !== null }));
}

async function* eventLines(
  events: AsyncIterable<NumberedEvent>,
  plans: IssuedPlans<RestorePlan>,
): AsyncGenerator<SentEvent> {
  for await (const { number, event } of events) {
    const whole = event.type === "item" ? { ...event, item: itemFields(event.item) } : event;
    const plan = event.type === "refused" ? plans.issue(event.plan) : null;
    yield { id: number, data: json("run-event", { event: whole, plan }) };
  }
}

async function* resultLines(results: AsyncIterable<ControlResult>): AsyncGenerator<SentEvent> {
  for await (const result of results) yield { data: json("control-result", result) };
}

function onlyWatched(): Problem {
  const message =
    "Another process has this run: it can be watched here, and controlled there. To stop it: POST /sessions/ID/cancel";
  return new Problem(409, { code: "refused", message });
}
