import type { Environment } from "./find-program.ts";

const names: ReadonlySet<string> = new Set([
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
  "ACTIONS_RUNTIME_TOKEN",
]);

/** Without the tokens by which a program could act as the person on a GitHub server. */
export function withoutTokens(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name.toUpperCase())));
}
