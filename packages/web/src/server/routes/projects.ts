import type {
  NumberedProjectEvent,
  ProjectControls,
  ProjectResumeWish,
  ProjectRun,
  Projects,
  ProjectWish,
} from "@reprise/model";
import { itemFields, json } from "@reprise/model/json";
import {
  type ContractValue,
  projectControlRequestSchema,
  projectWishSchema,
  resumeProjectRequestSchema,
} from "@reprise/model/schema";
import { type App, type Call, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";
import { badRequest, Problem, problemOf } from "../problem.ts";
import { noOther, parametersIn } from "../query.ts";
import { checkAbsolute, checkSettings } from "../runs/check-paths.ts";
import { checkShown, OpenProjects } from "../runs/open-projects.ts";
import { type SentEvent, sentEvents } from "../streams/sent-events.ts";
import { lastEventIn } from "../turns/read-request.ts";

type Control = ContractValue<"project-control-request">["do"];

/** Projects, each named by its folder: an address outlives the server. */
export function projectRoutes(app: App, shared: Shared, projects: Projects): OpenProjects {
  const { readings } = shared;
  const open = new OpenProjects(projects, shared.limits);

  app.get("/projects", (call) => {
    const { workspace, ...rest } = parametersIn(call.req.url);
    noOther(rest, ["workspace"]);
    return read(async () => {
      const scope = workspace === undefined ? "all" : { workspace };
      return json("projects", { projects: await projects.list(scope) });
    });
  });

  app.get("/projects/found", (call) => {
    const { path = "", from = "", ...rest } = parametersIn(call.req.url);
    noOther(rest, ["path", "from"]);
    if (path === "") throw badRequest("Say which project: ?path=PATH&from=FOLDER");
    checkAbsolute("from", from);
    return read(async () => json("found-project", { path: await projects.find(path, from) }));
  });

  app.get("/projects/view", (call) => {
    const path = pathIn(call);
    return read(async () => json("project-view", await projects.view(path)));
  });

  app.get("/projects/run", (call) => {
    const run = projects.running(pathIn(call));
    return jsonAnswer(json("running-project", { run: run === null ? null : attachedTo(run) }));
  });

  app.get("/projects/events", (call) => {
    const { path = "", origin, ...rest } = parametersIn(call.req.url);
    noOther(rest, ["path", "origin"]);
    if (origin === undefined) throw badRequest("Say which events: ?origin=, as GET /projects/run has it.");
    const after = lastEventIn(call.req.header("last-event-id") ?? null) ?? 0;
    const run = open.find(path, origin);
    return sentEvents(call, shared, { open: (signal) => eventLines(run.events(after, signal)) });
  });

  app.post("/projects", async (call) => {
    const wish = (await jsonBody(call, shared, projectWishSchema)) as ProjectWish; // JSON has no undefined
    checkAbsolute("cwd", wish.cwd);
    checkSettings(wish.settings);
    return attached(await open.start(() => projects.start(wish)));
  });

  app.post("/projects/resume", async (call) => {
    const { path, shown, ...body } = await jsonBody(call, shared, resumeProjectRequestSchema);
    const wish = body.wish as ProjectResumeWish; // JSON has no undefined
    checkAbsolute("path", path);
    checkSettings(wish.settings);
    const begin = async () => {
      checkShown(await projects.view(path), shown);
      return projects.resume(path, wish);
    };
    return attached(await open.start(begin));
  });

  app.post("/projects/controls", async (call) => {
    // Also while the server closes.
    const always = { ...shared, isClosing: () => false };
    const request = await jsonBody(call, always, projectControlRequestSchema);
    await control(open.find(request.path, request.origin).controls, request.do);
    return jsonAnswer("{}");
  });

  async function read(answer: () => Promise<string>): Promise<Response> {
    const leave = readings.take();
    try {
      return jsonAnswer(await answer());
    } finally {
      leave();
    }
  }

  return open;
}

function pathIn(call: Call): string {
  const { path = "", ...rest } = parametersIn(call.req.url);
  noOther(rest, ["path"]);
  checkAbsolute("path", path);
  return path;
}

function attachedTo({ path, origin }: ProjectRun): ContractValue<"attached-project"> {
  return { path, origin };
}

function attached(run: ProjectRun): Response {
  return jsonAnswer(json("attached-project", attachedTo(run)));
}

async function* eventLines(events: AsyncIterable<NumberedProjectEvent>): AsyncGenerator<SentEvent> {
  for await (const { number, event } of events) {
    const whole = event.type === "item" ? { ...event, item: itemFields(event.item) } : event;
    yield { id: number, data: json("project-event", whole) };
  }
}

/** Agents say in their own words why they do not take something: the person is told. */
async function control(controls: ProjectControls, what: Control): Promise<void> {
  try {
    await (what === "continue-round" ? controls.continueRound() : controls[what]());
  } catch (error) {
    if (problemOf(error) !== null || !(error instanceof Error)) throw error;
    throw new Problem(409, { code: "refused", message: error.message });
  }
}
