import type { ProjectResumeWish, ProjectRun, Projects, ProjectView } from "@reprise/model";
import type { projectRoutes } from "@reprise/model/routes";
import type { ContractValue } from "@reprise/model/schema";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";
import { onceReached } from "./pause.ts";
import { plainItem } from "./plain-item.ts";
import { parameterOf } from "./requests.ts";

type Attached = ContractValue<"attached-project">;

/** The projects of a server, which has the answers: none is there at once. */
export interface ServedProjects extends Omit<Projects, "running"> {
  /** The work of the server on a project; null if there is none. */
  running(path: string): Promise<ProjectRun | null>;
  /** `shown`: what the person saw who agrees. A project that has changed since is refused. Default: as it is now. */
  resume(path: string, wish: ProjectResumeWish, shown?: ProjectView): Promise<ProjectRun>;
}

export function httpProjects(call: Call, options?: LinkOptions): ServedProjects {
  const link = new Link(call, options);
  const calls = callsOf<typeof projectRoutes>(link);
  const view = (path: string) => calls.get("/projects/view", { path }, "rounds");
  return {
    list: async (scope) => (await calls.get("/projects", parameterOf(scope), "projects")).projects,
    find: async (path, from) => (await calls.get("/projects/found", { path, from }, "path")).path,
    view,
    start: async (wish) => projectRun(link, await calls.send("post", "/projects", {}, wish, "origin")),
    async resume(path, wish, shown) {
      const { rounds, unfinishedRound, updatedAt } = shown ?? (await view(path));
      const body = { path, wish, shown: { rounds: rounds.length, unfinishedRound, updatedAt } };
      return projectRun(link, await calls.send("post", "/projects/resume", {}, body, "origin"));
    },
    async running(path) {
      const { run } = await calls.get("/projects/run", { path }, "run");
      return run === null ? null : projectRun(link, run);
    },
    async close() {
      link.close();
    },
  };
}

function projectRun(link: Link, { path, origin }: Attached): ProjectRun {
  const { send, follow } = callsOf<typeof projectRoutes>(link);
  const make = (what: ContractValue<"project-control-request">["do"]) =>
    send("post", "/projects/controls", {}, { path, origin, do: what }, null);
  return {
    path,
    origin,
    controls: {
      interrupt: () => make("interrupt"),
      continueRound: () => make("continue-round"),
      stop: () => make("stop"),
      // Work that the server no longer has is over.
      end: () => onceReached(link, () => make("end")),
    },
    async *events(after, signal) {
      for await (const { number, data } of follow("/projects/events", () => ({ path, origin }), { after, signal }))
        yield { number: number ?? 0, event: data.type === "item" ? { ...data, item: plainItem(data.item) } : data };
    },
  };
}
