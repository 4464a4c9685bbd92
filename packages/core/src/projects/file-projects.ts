import {
  type ProjectResumeWish,
  type ProjectRun,
  type ProjectSummary,
  type Projects,
  type ProjectView,
  type ProjectWish,
  type RoundsWish,
  type Scope,
  SessionError,
} from "@reprise/model";
import { findProject } from "./find/find-project.ts";
import { placeOf } from "./find/place-of.ts";
import type { ProjectPlace } from "./find/project-place.ts";
import { projectPlaces } from "./find/project-places.ts";
import { readProject } from "./read-project.ts";
import type { ProjectsParts } from "./run/open-work.ts";
import { planRounds } from "./run/plan-rounds.ts";
import { resumeProject } from "./run/resume-project.ts";
import { startProject } from "./run/start-project.ts";
import { summariseProject } from "./summarise-project.ts";
import { viewProject } from "./view-project.ts";

/** Projects in the folders of this machine. */
export class FileProjects implements Projects {
  readonly #parts: ProjectsParts;
  readonly #running = new Map<string, ProjectRun>();

  constructor(parts: ProjectsParts) {
    this.#parts = parts;
  }

  async list(scope: Scope): Promise<readonly ProjectSummary[]> {
    const { host, library, runner } = this.#parts;
    const runs = () => runner.runs();
    const { places } = await projectPlaces(scope, { files: host.files, library, runs });
    const rows = places.map((place) => summariseProject(readProject(place, host)));
    return rows.sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
  }

  async find(path: string, from: string): Promise<string> {
    return findProject(path, from, this.#parts.host).path;
  }

  async view(path: string, wish: RoundsWish = { settings: {} }): Promise<ProjectView> {
    const { host, library } = this.#parts;
    const project = readProject(this.#placeOf(path), host);
    const plan = async () => (await planRounds(project, wish, this.#parts)).permissions;
    return viewProject(project, library, { plan, rounds: wish.rounds });
  }

  async start(wish: ProjectWish): Promise<ProjectRun> {
    return this.#keep(await startProject(wish, this.#parts));
  }

  async resume(path: string, wish: ProjectResumeWish): Promise<ProjectRun> {
    return this.#keep(await resumeProject(this.#placeOf(path), wish, this.#parts));
  }

  running(path: string): ProjectRun | null {
    return this.#running.get(path) ?? null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ controls }) => controls.end()));
  }

  #placeOf(path: string): ProjectPlace {
    const place = placeOf(path, this.#parts.host.files);
    if (place) return place;
    throw new SessionError("not-found", `There is no project at ${path}. List them with: reprise project list`);
  }

  #keep(run: ProjectRun): ProjectRun {
    this.#running.set(run.path, run);
    void this.#forgetAtEnd(run);
    return run;
  }

  async #forgetAtEnd(run: ProjectRun): Promise<void> {
    try {
      for await (const _ of run.events());
    } catch {
      // its listeners get the error
    } finally {
      if (this.#running.get(run.path) === run) this.#running.delete(run.path);
    }
  }
}
