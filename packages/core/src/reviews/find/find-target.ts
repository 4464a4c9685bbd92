import { isAbsolute, resolve } from "node:path";
import { type FindReview, type PullRequest, type ReviewTarget, SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { usualServer } from "../github/environment.ts";
import { checkoutAt, isOf } from "./checkout.ts";
import { examples, type PullAddress, parseTarget, type WrittenTarget } from "./pull-address.ts";
import { type Remote, remotesAt } from "./remotes.ts";
import type { Server } from "./server.ts";

/** Asks no server. */
export function findTarget({ target, commentsFile, folder }: FindReview, host: Host): ReviewTarget {
  if (!isAbsolute(folder)) throw new SessionError("bad-use", `${folder} is no absolute path of a folder.`);
  if (target === null && commentsFile === null)
    throw new SessionError("bad-use", `Name a pull request or a file of comments. ${examples}`);
  const pullRequest = target === null ? null : pullOf(parseTarget(target), folder, host);
  return {
    pullRequest,
    commentsFile: commentsFile === null ? null : resolve(folder, commentsFile),
    checkout: checkoutAt(folder, pullRequest, host),
  };
}

function pullOf(written: WrittenTarget, folder: string, { env, files }: Host): PullRequest {
  const remotes = remotesAt(folder, files);
  const usual = usualServer(env);
  if (!("owner" in written)) return pullAt(inClone(written.number, remotes, { folder, usual }));
  return pullAt({ ...written, server: written.server ?? serverOf(written, remotes) ?? usual });
}

/** The server of the clone, if this is a clone of that repository. */
function serverOf({ owner, repository }: PullAddress, remotes: readonly Remote[]): Server | null {
  const own = remotes.filter(
    ({ server, ...remote }) => server !== null && isOf({ ...remote, server }, { host: server.host, owner, repository }),
  );
  const [first] = own;
  return first && own.every(({ server }) => server?.host === first.server?.host) ? first.server : null;
}

interface Clone {
  readonly folder: string;
  readonly usual: Server;
}

function inClone(number: number, remotes: readonly Remote[], { folder, usual }: Clone): Placed {
  const chosen = remotes.filter(({ isChosen }) => isChosen);
  const places = distinct(chosen.length === 1 ? chosen : remotes, usual);
  const [place, ...others] = places;
  if (place === undefined)
    throw new SessionError(
      "not-found",
      `${folder} has no remote on a GitHub server, so #${number} could be of any repository. Write owner/repository#${number}.`,
    );
  if (others.length > 0)
    throw new SessionError("ambiguous", `The remotes here are of several repositories. Which one has #${number}?`, {
      candidates: places.map(
        ({ server, owner, repository }) =>
          `${server.host === usual.host ? "" : `${server.host}/`}${owner}/${repository}#${number}`,
      ),
    });
  return { ...place, number };
}

interface Placed {
  readonly server: Server;
  readonly owner: string;
  readonly repository: string;
  readonly number: number;
}

/** `upstream` first, since pull requests are usually there. */
function distinct(remotes: readonly Remote[], usual: Server): Omit<Placed, "number">[] {
  const rank = ({ name }: Remote) => ["upstream", "origin"].indexOf(name) + 1 || 3;
  const places = new Map<string, Omit<Placed, "number">>();
  for (const { server, owner, repository } of [...remotes].sort((a, b) => rank(a) - rank(b))) {
    const place = { server: server ?? usual, owner, repository };
    const key = `${place.server.host}/${owner}/${repository}`.toLowerCase();
    if (!places.has(key)) places.set(key, place);
  }
  return [...places.values()];
}

function pullAt({ server, owner, repository, number }: Placed): PullRequest {
  return {
    host: server.host,
    owner,
    repository,
    number,
    url: `${server.scheme}://${server.host}/${owner}/${repository}/pull/${number}`,
    title: null,
    author: null,
    state: null,
    headSha: null,
  };
}
