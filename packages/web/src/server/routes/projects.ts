import type { NumberedProjectEvent, ProjectControls, ProjectRun, Projects } from "@reprise/model";
import { itemFields } from "@reprise/model/json";
import type { projectRoutes } from "@reprise/model/routes";
import type { ContractValue } from "@reprise/model/schema";
import type { Answers, Numbered } from "../mount.ts";
import { Problem, problemOf } from "../problem.ts";
import { checkAbsolute, checkSettings } from "../runs/check-paths.ts";
import { checkShown, type OpenProjects } from "../runs/open-projects.ts";
import { scopeIn } from "../session-place.ts";

/** Projects, each named by its folder: an address outlives the server. */
export function projectAnswers(projects: Projects, open: OpenProjects): Answers<typeof projectRoutes> {
  return {
    listProjects: async ({ query }) => ({ projects: await projects.list(scopeIn(query.workspace)) }),
    findProject: async ({ query: { path, from } }) => ({ path: await projects.find(path, from) }),
    viewProject: ({ query }) => projects.view(query.path),
    getProjectRun({ query }) {
      const run = projects.running(query.path);
      return { run: run === null ? null : attachedTo(run) };
    },
    followProject({ query, after }) {
      const run = open.find(query.path, query.origin);
      return { open: (signal) => wholeEvents(run.events(after, signal)) };
    },
    async startProject({ body: wish }) {
      checkAbsolute("cwd", wish.cwd);
      checkSettings(wish.settings);
      return attachedTo(await open.start(() => projects.start(wish)));
    },
    async resumeProject({ body: { path, shown, wish } }) {
      checkAbsolute("path", path);
      checkSettings(wish.settings);
      const begin = async () => {
        checkShown(await projects.view(path), shown);
        return projects.resume(path, wish);
      };
      return attachedTo(await open.start(begin));
    },
    async controlProject({ body }) {
      await control(open.find(body.path, body.origin).controls, body.do);
      return undefined;
    },
  };
}

function attachedTo({ path, origin }: ProjectRun): ContractValue<"attached-project"> {
  return { path, origin };
}

async function* wholeEvents(
  events: AsyncIterable<NumberedProjectEvent>,
): AsyncGenerator<Numbered<ContractValue<"project-event">>> {
  for await (const { number, event } of events)
    yield { number, value: event.type === "item" ? { ...event, item: itemFields(event.item) } : event };
}

/** Agents say in their own words why they do not take something: the person is told. */
async function control(controls: ProjectControls, what: ContractValue<"project-control-request">["do"]): Promise<void> {
  try {
    await (what === "continue-round" ? controls.continueRound() : controls[what]());
  } catch (error) {
    if (problemOf(error) !== null || !(error instanceof Error)) throw error;
    throw new Problem(409, { code: "refused", message: error.message });
  }
}
