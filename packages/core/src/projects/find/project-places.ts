import { join } from "node:path";
import { type Library, type RunState, type Scope, SessionError, type Warning } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { isInside } from "../../workspace/is-inside.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import { foldersAbove } from "./find-project.ts";
import { isProject, placeOf } from "./place-of.ts";
import { origins, programs } from "./project-folders.ts";
import type { ProjectPlace } from "./project-place.ts";

interface ProjectSources {
  readonly files: Files;
  readonly library: Pick<Library, "list">;
  /** Runs of projects, in folders that no session names. */
  readonly runs: () => Promise<readonly RunState[]>;
}

/** More are not looked at: no person has as many, but a link or a disk may pretend to. */
const mostProjects = 10_000;
const pageSize = 1000;

/** Every project in scope, in no order. Follows no links below a folder of projects. */
export async function projectPlaces(
  scope: Scope,
  sources: ProjectSources,
): Promise<{ readonly places: readonly ProjectPlace[]; readonly warnings: readonly Warning[] }> {
  const walk = new Walk(sources.files);
  for (const folder of await workspacesIn(scope, sources)) walk.takeWorkspace(folder);
  for (const folder of await ranFolders(scope, sources)) walk.take(folder);
  return { places: [...walk.places.values()], warnings: walk.warnings };
}

async function workspacesIn(scope: Scope, { files, library }: ProjectSources): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  const add = (folder: string) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const above of foldersAbove(folder, files)) folders.add(above);
  };
  if (scope !== "all") {
    add(scope.workspace);
    for (const root of repositoryOf(scope.workspace, files)?.roots ?? []) folders.add(root);
  }
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: { cursor?: string } = cursor === "" ? {} : { cursor };
    const query = {
      scope,
      archived: true,
      includeEmpty: true,
      includeHidden: true,
      limit: pageSize,
      ...from,
    };
    const page = await library.list(query);
    for (const { workspace } of page.sessions) if (workspace !== null) add(workspace);
    cursor = page.next;
  }
  return folders;
}

async function ranFolders(scope: Scope, { files, runs }: ProjectSources): Promise<readonly string[]> {
  const folders = (await runs()).flatMap(({ scope: one }) => (one.kind === "project" ? [one.path] : []));
  if (scope === "all") return folders;
  const roots = repositoryOf(scope.workspace, files)?.roots ?? [scope.workspace];
  return folders.filter((folder) => roots.some((root) => isInside(folder, root)));
}

class Walk {
  readonly places = new Map<string, ProjectPlace>();
  readonly warnings: Warning[] = [];
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  takeWorkspace(workspace: string): void {
    for (const origin of origins) {
      const projects = join(workspace, programs[origin].folder, "projects");
      for (const year of this.#folders(projects, /^\d{4}$/))
        for (const month of this.#folders(year, /^\d\d$/))
          for (const day of this.#folders(month, /^\d\d$/))
            for (const folder of this.#folders(day, /^\d+$/)) this.take(folder);
      // As CodexPotter named them at first.
      if (origin === "codexpotter") for (const folder of this.#folders(projects, /^\d{8}_\d+$/)) this.take(folder);
    }
  }

  take(folder: string): void {
    if (this.places.size >= mostProjects) return;
    const place = this.#orWarn(folder, () => {
      const place = placeOf(folder, this.#files);
      return place && isProject(place.path, this.#files) ? place : null;
    });
    if (place) this.places.set(place.path, place);
  }

  #folders(folder: string, name: RegExp): string[] {
    const entries = this.#orWarn(folder, () => this.#files.list(folder)) ?? [];
    return entries.flatMap((entry) =>
      entry.kind === "folder" && name.test(entry.name) ? [join(folder, entry.name)] : [],
    );
  }

  /** A folder that cannot be read hides no other. */
  #orWarn<T>(path: string, look: () => T | null): T | null {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.warnings.push({ kind: "unreadable", path, detail: error.message });
      return null;
    }
  }
}
