import { SessionError } from "@reprise/model";
import type { Environment } from "../../host/processes/find-program.ts";
import { hostIn, isLoopback, type Server, urlIn } from "../find/server.ts";

/** Where the interfaces of a server are. */
export interface Api {
  readonly host: string;
  /** Without a slash at the end. */
  readonly rest: string;
  readonly graphql: string;
}

const github: Server = { host: "github.com", scheme: "https" };

/** The server of a repository that names none: that of the environment, else github.com. */
export function usualServer(env: Environment): Server {
  const named = env.GH_HOST ? hostIn(env.GH_HOST) : null;
  if (named !== null) return { host: named, scheme: isLoopback(named) ? "http" : "https" };
  return serverIn(env) ?? serverOfApi(env) ?? github;
}

/** An environment that names only the interface means its server. */
function serverOfApi(env: Environment): Server | null {
  const url = env.GITHUB_API_URL ? urlIn(env.GITHUB_API_URL) : null;
  const host = url === null ? null : hostOfApi(url);
  if (url === null || host === null) return null;
  return { host, scheme: url.protocol === "http:" && isLoopback(host) ? "http" : "https" };
}

/** The addresses of the environment hold only for the server they belong to: GitHub Actions always sets them. */
export function apiOf({ host, scheme }: Server, env: Environment): Api {
  const own = ownApi({ host, scheme });
  const set = (name: string) => {
    const url = env[name] ? urlIn(env[name]) : null;
    if (url === null || (serverIn(env)?.host ?? hostOfApi(url)) !== host) return null;
    if (url.protocol !== "https:" && !isLoopback(url.host))
      throw new SessionError("bad-use", `${name} has to be an https address.`);
    return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  };
  return { host, rest: set("GITHUB_API_URL") ?? own.rest, graphql: set("GITHUB_GRAPHQL_URL") ?? own.graphql };
}

/** Hosts that the person's own environment names. */
export function namedHosts(env: Environment): ReadonlySet<string> {
  const hosts = [env.GH_HOST ? hostIn(env.GH_HOST) : null, serverIn(env)?.host ?? null, serverOfApi(env)?.host ?? null];
  return new Set(hosts.filter((host) => host !== null));
}

/** GitHub's own servers: github.com, and those of companies on it. */
export function isGitHubs(host: string): boolean {
  return host === "github.com" || /^[a-z0-9-]+\.ghe\.com$/.test(host);
}

/** Of `GITHUB_SERVER_URL`. */
export function serverIn(env: Environment): Server | null {
  const url = env.GITHUB_SERVER_URL ? urlIn(env.GITHUB_SERVER_URL) : null;
  const host = url === null ? null : hostIn(url.host);
  if (url === null || host === null || !/^https?:$/.test(url.protocol)) return null;
  return { host, scheme: url.protocol === "http:" && isLoopback(host) ? "http" : "https" };
}

function ownApi({ host, scheme }: Server): Pick<Api, "rest" | "graphql"> {
  if (isGitHubs(host)) return { rest: `https://api.${host}`, graphql: `https://api.${host}/graphql` };
  const origin = `${scheme}://${host}`;
  return { rest: `${origin}/api/v3`, graphql: `${origin}/api/graphql` };
}

function hostOfApi(url: URL): string | null {
  const host = hostIn(url.host);
  const plain = host?.replace(/^api\./, "") ?? "";
  return isGitHubs(plain) ? plain : host;
}
