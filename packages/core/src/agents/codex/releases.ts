import { isSince, type ReleaseTable } from "../driving/releases.ts";

/** Tried with the real releases by `npm run campaign releases`. */
export const codexReleases: ReleaseTable = {
  title: "Codex",
  packages: /^@openai\/codex(?:-|$)/,
  update: "npm install -g @openai/codex@latest",
  rows: [
    { ability: "run", since: "0.63", instead: null },
    {
      ability: "named-commands",
      since: "0.90",
      instead: "each question says so, and can be allowed once only",
    },
    { ability: "fork", since: "0.80", instead: "a replay" },
    // Older ones take the parameter, ignore it and copy all turns.
    { ability: "fork-at-turn", since: "0.145", instead: "a replay up to that turn" },
    { ability: "inject", since: "0.121", instead: "a session file (`native`)" },
  ],
};

/** Older ones write sandboxes and approval policies as `workspaceWrite` and `onRequest`. */
export function hasDashedWords(version: string | null): boolean {
  return version === null || isSince(version, "0.72");
}

/** Whether it reads rollouts with numbered lines, as later ones write them. */
export function readsNumbered(version: string | null): boolean {
  return version === null || isSince(version, "0.145");
}
