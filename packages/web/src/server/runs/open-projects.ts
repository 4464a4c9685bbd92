import type { ProjectRun, Projects, ProjectView } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import type { Limits } from "../limits.ts";
import { Problem } from "../problem.ts";
import { OpenWork } from "./open-work.ts";

type Shown = ContractValue<"resume-project-request">["shown"];

/** The work on projects that this server started. */
export class OpenProjects extends OpenWork<ProjectRun> {
  readonly #projects: Projects;

  constructor(projects: Projects, limits: Limits) {
    super(limits.turnCount, "projects");
    this.#projects = projects;
  }

  /** The work whose events have these numbers. */
  find(path: string, origin: string): ProjectRun {
    const known = this.known(origin) ?? this.#projects.running(path);
    if (known?.path === path && known.origin === origin) return known;
    const message = "This work on the project has ended, or the server has started again. Open the project again.";
    throw new Problem(409, { code: "refused", message });
  }

  /** A round may need hours: it is ended as a kill would end it, and `resume` continues it. */
  override close(): Promise<void> {
    return super.close(0);
  }
}

/** Throws a `Problem` if a person agreed to continue another state than this one. */
export function checkShown(view: ProjectView, shown: Shown): void {
  const { rounds, unfinishedRound, updatedAt } = view;
  const isAsShown =
    rounds.length === shown.rounds && unfinishedRound === shown.unfinishedRound && updatedAt === shown.updatedAt;
  if (isAsShown) return;
  const message = "The project has changed since it was shown. Look at it again, then continue it.";
  throw new Problem(409, { code: "refused", message });
}
