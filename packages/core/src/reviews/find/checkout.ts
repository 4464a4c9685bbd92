import type { PullRequest, ReviewTarget } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { headOf } from "../../workspace/git-head.ts";
import { realPath, repositoryOf } from "../../workspace/repository.ts";
import { type Remote, remotesAt } from "./remotes.ts";

type Repository = Pick<PullRequest, "host" | "owner" | "repository">;

/** The working tree that contains the folder; the folder itself outside of git. */
export function checkoutAt(
  folder: string,
  pullRequest: Repository | null,
  { files }: Pick<Host, "files">,
): ReviewTarget["checkout"] {
  const root = repositoryOf(folder, files)?.roots[0] ?? realPath(folder, files);
  return {
    folder: root,
    head: headOf(root, files)?.commit ?? null,
    isOfPullRequest: pullRequest === null ? null : remotesAt(root, files).some((remote) => isOf(remote, pullRequest)),
  };
}

/** GitHub does not tell capitals from small letters. */
export function isOf(remote: Remote, { host, owner, repository }: Repository): boolean {
  return (
    remote.owner.toLowerCase() === owner.toLowerCase() &&
    remote.repository.toLowerCase() === repository.toLowerCase() &&
    (remote.server === null || isOnHost(remote.server.host, host, remote.isSsh))
  );
}

function isOnHost(own: string, host: string, isSsh: boolean): boolean {
  return own === (isSsh ? host.replace(/:\d+$/, "") : host).toLowerCase();
}

/** As a person would write it, such as `github.com/owner/repository`. */
export function remoteWords({ server, owner, repository }: Remote): string {
  return [...(server === null ? [] : [server.host]), owner, repository].join("/");
}
