import { isSince, type ReleaseTable } from "../driving/releases.ts";

/** Verified with the real releases by `npm run campaign releases`. */
export const opencodeReleases: ReleaseTable = {
  title: "OpenCode",
  packages: /^opencode-(?:ai$|(?:linux|darwin|windows)-)/,
  update: "npm install -g opencode-ai@latest",
  rows: [
    // Older ones have no command to read their store, and before 1.2 no `--dir`.
    { ability: "run", since: "1.2.27", instead: null },
    { ability: "fork-at-turn", since: null, instead: "a replay up to that turn" },
  ],
};

/** Makes `run` approve by itself; releases before 1.14 cannot. */
export function approvingOption(release: string | null): readonly string[] {
  if (release === null || isSince(release, "1.17.18")) return ["--auto"];
  return isSince(release, "1.14") ? ["--dangerously-skip-permissions"] : [];
}
