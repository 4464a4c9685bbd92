import { delimiter } from "node:path";
import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { startChild } from "../../host/processes/child.ts";
import { type Environment, findProgram, withAbsolutePath } from "../../host/processes/find-program.ts";
import { withoutTokens } from "../../host/processes/without-tokens.ts";
import { leadsInside } from "../../workspace/is-inside.ts";
import { isGitHubs, namedHosts, serverIn } from "./environment.ts";

/** Never part of a message. */
export interface Token {
  readonly value: string;
  /** Where the person set it. */
  readonly source: string;
}

const limitMs = 10_000;

/**
 * The token for a server. Those of the environment go to GitHub's own servers and to hosts that the environment itself
 * names: an address that was typed, pasted or cloned gets none of them. `gh` knows which host each of its tokens is for.
 */
export class Tokens {
  readonly #host: Host;
  readonly #ofGh = new Map<string, Token>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** `checkout`: programs in it are not run. */
  async of(server: string, checkout: string): Promise<Token | null> {
    const set = tokenIn(this.#host.env, server);
    if (set !== null) return set;
    const known = this.#ofGh.get(server);
    if (known) return known;
    const asked = await askGh(server, checkout, this.#host);
    if (asked !== null) this.#ofGh.set(server, asked);
    return asked;
  }

  /** It was not accepted: the next call asks again. */
  forget(server: string): void {
    this.#ofGh.delete(server);
  }
}

function tokenIn(env: Environment, server: string): Token | null {
  const names = variablesFor(env, server);
  const name = names.find((one) => env[one]?.trim());
  const value = name === undefined ? undefined : env[name]?.trim();
  if (name === undefined || value === undefined) return null;
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new SessionError("bad-use", `${name} holds characters that no token has. Set it again.`);
  return { value, source: name };
}

function variablesFor(env: Environment, server: string): readonly string[] {
  const ofEnterprise = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
  if (!isGitHubs(server)) return namedHosts(env).has(server) ? [...ofEnterprise, "GH_TOKEN", "GITHUB_TOKEN"] : [];
  // On a company's own server, GitHub Actions sets GITHUB_TOKEN for that one.
  const actions = serverIn(env)?.host ?? server;
  return isGitHubs(actions) ? ["GH_TOKEN", "GITHUB_TOKEN"] : ["GH_TOKEN"];
}

/** Null if it is not installed, knows none, or does not answer in time. */
async function askGh(server: string, checkout: string, host: Host): Promise<Token | null> {
  const env = ghEnvironment(host, checkout);
  const program = findProgram("gh", env);
  if (program === null || leadsInside(program, checkout, host.files)) return null;
  const args = ["auth", "token", "--hostname", server];
  const child = await startChild({ program, args, cwd: host.homeFolder, env }).catch(() => null);
  if (child === null) return null;
  child.closeInput();
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  try {
    const lines: string[] = [];
    for await (const line of child.lines) if (lines.length < 2) lines.push(line.slice(0, 1000));
    const { code } = await child.exited;
    const value = lines[0]?.trim() ?? "";
    return code === 0 && /^[\x21-\x7e]+$/.test(value) ? { value, source: "gh" } : null;
  } finally {
    clearTimeout(timer);
  }
}

/** Without tokens of the environment, which `gh` would answer with whatever the host. */
function ghEnvironment({ env, files }: Host, checkout: string): Environment {
  const rest = withoutTokens(withAbsolutePath(env));
  const folders = rest.PATH?.split(delimiter).filter((folder) => !leadsInside(folder, checkout, files));
  return {
    ...rest,
    ...(folders === undefined ? {} : { PATH: folders.join(delimiter) }),
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    NO_COLOR: "1",
  };
}
