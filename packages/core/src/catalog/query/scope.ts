import type { Scope } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import type { Files } from "../../host/files/files.ts";
import type { Git } from "../../host/git/git.ts";
import { type CommitCache, isBelowMoved, movedHere } from "../../workspace/moved-folders.ts";
import { isInProject, projectOf } from "../../workspace/project.ts";
import { type Repository, remotesOf, sameUrl } from "../../workspace/repository.ts";

/** The recorded folders in scope; null for all, including unknown ones. */
export function workspacesIn(
  scope: Scope,
  database: Database,
  machine: { files: Files; git: Git },
): readonly string[] | null {
  if (scope === "all") return null;
  const project = projectOf(scope.workspace, machine.files);
  const recorded = database
    .prepare(
      "SELECT DISTINCT workspace FROM rollout INDEXED BY rollout_workspace WHERE workspace IS NOT NULL AND role = 'main'",
    )
    .all()
    .map(({ workspace }) => String(workspace));
  const inside: string[] = [];
  const outside: string[] = [];
  for (const workspace of recorded) (isInProject(workspace, project, machine.files) ? inside : outside).push(workspace);
  if (!project.repository) return inside;
  const moved = movedTo(project.repository, new Set(outside), database, machine);
  if (moved.size === 0) return inside;
  return [
    ...inside,
    ...outside.filter((workspace) => moved.has(workspace) || isBelowMoved(workspace, moved, machine.files)),
  ];
}

function movedTo(
  repository: Repository,
  outside: ReadonlySet<string>,
  database: Database,
  machine: { files: Files; git: Git },
): ReadonlySet<string> {
  const urls = database
    .prepare("SELECT DISTINCT gitUrl FROM rollout INDEXED BY rollout_git WHERE gitUrl IS NOT NULL AND role = 'main'")
    .all()
    .map(({ gitUrl }) => String(gitUrl));
  if (urls.length === 0) return new Set();
  const remotes = remotesOf(repository, machine.files);
  const matching = urls.filter((url) => remotes.has(sameUrl(url)));
  if (matching.length === 0) return new Set();
  const recorded = database
    .prepare(
      `SELECT DISTINCT workspace, gitCommit FROM rollout INDEXED BY rollout_git WHERE gitUrl IS NOT NULL AND role = 'main'
       AND workspace IS NOT NULL AND gitCommit IS NOT NULL AND gitUrl IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(matching))
    .map(({ workspace, gitCommit }) => ({ workspace: String(workspace), commit: String(gitCommit) }))
    .filter(({ workspace }) => outside.has(workspace));
  return movedHere(recorded, repository, { ...machine, memory: memoryIn(database) });
}

/** Cached in the catalog: one git query per new commit, not per list. */
function memoryIn(database: Database): CommitCache {
  return {
    recall: (repository, mark) =>
      new Map(
        database
          .prepare("SELECT hash, isHere FROM commit_seen WHERE repository = ? AND mark = ?")
          .all(repository, mark)
          .map(({ hash, isHere }) => [String(hash), isHere === 1]),
      ),
    keep(repository, mark, answers) {
      database.prepare("DELETE FROM commit_seen WHERE repository = ? AND mark <> ?").run(repository, mark);
      const insert = database.prepare(
        "INSERT OR REPLACE INTO commit_seen (repository, mark, hash, isHere) VALUES (?, ?, ?, ?)",
      );
      for (const [hash, isHere] of answers) insert.run(repository, mark, hash, Number(isHere));
    },
  };
}
