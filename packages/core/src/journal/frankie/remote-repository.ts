import type { RunScope } from "@reprise/model";

/** A repository on a server. */
export type RemoteRepository = Pick<RunScope & { kind: "pull-request" }, "host" | "owner" | "repository">;

/** What a sidecar or, where there is none, the name of a transcript says of its pull request. */
export type NamedPull =
  | { readonly owner: string; readonly repository: string; readonly number: number }
  | { readonly label: string; readonly number: number };

/** Of addresses such as `github.com/owner/repository`; others name no repository with pull requests. */
export function remoteRepositories(remotes: ReadonlySet<string>): RemoteRepository[] {
  return [...remotes].flatMap((address) => {
    const [host, owner, repository, ...more] = address.split("/");
    return host && owner && repository && more.length === 0 ? [{ host, owner, repository }] : [];
  });
}

export function isAboutOneOf(scope: RunScope, remotes: ReadonlySet<string>): boolean {
  return scope.kind === "pull-request" && knownRepository(scope, remoteRepositories(remotes)) !== null;
}

/** The repository that is meant, if it is known. */
export function knownRepository(named: NamedPull, known: readonly RemoteRepository[]): RemoteRepository | null {
  const name = nameOf(named);
  return known.find((one) => nameOf("label" in named ? labelled(one) : one) === name) ?? null;
}

/**
 * Frankie names no host, and without a sidecar only `<owner>-<repository>`: what is not among the known places is taken
 * to be on github.com, and its owner to have no hyphen.
 */
export function assumedRepository(named: NamedPull): RemoteRepository {
  if (!("label" in named)) return { host: "github.com", owner: named.owner, repository: named.repository };
  const [owner = "", ...rest] = named.label.split("-");
  return { host: "github.com", owner, repository: rest.join("-") };
}

/** GitHub does not tell capitals from small letters. */
function nameOf(named: { owner: string; repository: string } | { label: string }): string {
  return ("label" in named ? named.label : `${named.owner}/${named.repository}`).toLowerCase();
}

function labelled({ owner, repository }: RemoteRepository): { label: string } {
  return { label: `${owner}-${repository}`.replace(/[^A-Za-z0-9_-]/g, "-") };
}
