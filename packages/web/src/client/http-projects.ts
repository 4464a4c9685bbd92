import type {
  ProjectControls,
  ProjectEvent,
  ProjectResumeWish,
  ProjectRun,
  Projects,
  ProjectView,
} from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import type { Call, LinkOptions } from "./call.ts";
import { CallError } from "./call-error.ts";
import { Link, posted } from "./link.ts";
import { pause } from "./pause.ts";
import { plainItem } from "./plain-item.ts";
import { withParameters } from "./requests.ts";
import { steadyEvents } from "./steady-events.ts";

type Attached = ContractValue<"attached-project">;
type Control = ContractValue<"project-control-request">["do"];

/** The projects of a server, which has the answers: none is there at once. */
export interface ServedProjects extends Omit<Projects, "running"> {
  /** The work of the server on a project; null if there is none. */
  running(path: string): Promise<ProjectRun | null>;
  /** `shown`: what the person saw who agrees. A project that has changed since is refused. Default: as it is now. */
  resume(path: string, wish: ProjectResumeWish, shown?: ProjectView): Promise<ProjectRun>;
}

export function httpProjects(call: Call, options?: LinkOptions): ServedProjects {
  const link = new Link(call, options);
  const at = (route: string, parameters: Readonly<Record<string, string | undefined>>) =>
    withParameters(`/projects${route}`, parameters);
  const view = (path: string) => link.get<ProjectView>(at("/view", { path }), "rounds");
  const started = async (route: string, body: object) =>
    projectRun(link, await link.post<Attached>(`/projects${route}`, body, "origin"));

  return {
    async list(scope) {
      const path = at("", { workspace: scope === "all" ? undefined : scope.workspace });
      return (await link.get<ContractValue<"projects">>(path, "projects")).projects;
    },
    find: async (path, from) =>
      (await link.get<ContractValue<"found-project">>(at("/found", { path, from }), "path")).path,
    view,
    start: (wish) => started("", wish),
    async resume(path, wish, shown) {
      const { rounds, unfinishedRound, updatedAt } = shown ?? (await view(path));
      return started("/resume", { path, wish, shown: { rounds: rounds.length, unfinishedRound, updatedAt } });
    },
    async running(path) {
      const { run } = await link.get<ContractValue<"running-project">>(at("/run", { path }), "run");
      return run === null ? null : projectRun(link, run);
    },
    async close() {
      link.close();
    },
  };
}

function projectRun(link: Link, { path, origin }: Attached): ProjectRun {
  return {
    ...{ path, origin, controls: controlsOver(link, { path, origin }) },
    async *events(after, signal) {
      const from = withParameters("/projects/events", { path, origin });
      for await (const { number, data } of steadyEvents(link, from, { after, signal }))
        yield { number: number ?? 0, event: liveEvent(data as ContractValue<"project-event">) };
    },
  };
}

function liveEvent(event: ContractValue<"project-event">): ProjectEvent {
  return event.type === "item" ? { ...event, item: plainItem(event.item) } : event;
}

function controlsOver(link: Link, work: Attached): ProjectControls {
  const make = async (what: Control) =>
    void (await link.open("/projects/controls", posted({ ...work, do: what })));
  return {
    interrupt: () => make("interrupt"),
    continueRound: () => make("continue-round"),
    stop: () => make("stop"),
    async end() {
      for (let attempt = 0; !link.closed.aborted; attempt += 1) {
        const error = await make("end").catch((error: unknown) => error);
        // Work that the server no longer has is over.
        if (!(error instanceof CallError && error.isPassing)) return;
        await pause(link.pauseBefore(attempt), link.closed);
      }
    },
  };
}
