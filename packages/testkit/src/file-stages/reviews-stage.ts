import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { nodeHost, openLibrary } from "@reprise/core";
import { openReviews } from "@reprise/core/reviews";
import { openRunner } from "@reprise/core/runner";
import type { ReviewsStage } from "../conformance/reviews-stage.ts";
import { startGitHub } from "../github/github.ts";
import { makeScratch } from "../host/scratch.ts";
import { definitionOf, loggedAgent } from "../scripted-agent/definition.ts";

export interface FileReviewsStage extends ReviewsStage {
  readonly env: Readonly<Record<string, string>>;
}

const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/** Reviews of a GitHub server on this machine, with a scripted agent. `more`: of the environment. */
export async function openReviewsStage(more: Readonly<Record<string, string>> = {}): Promise<FileReviewsStage> {
  const { root, home, workspace, remove } = await makeScratch("reviews");
  const github = await startGitHub();
  github.tokens.add(token);
  const pull = github.add({ owner: "acme", repository: "shop", number: 42 });
  const remote = `${github.origin}/acme/shop.git`;
  execFileSync("git", ["-C", workspace, "remote", "add", "origin", remote], {
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
  const agent = loggedAgent(home);
  const agents = [definitionOf(agent)];
  const stateFolder = join(root, "state");
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    REPRISE_STATE: stateFolder,
    GITHUB_SERVER_URL: github.origin,
    GITHUB_TOKEN: token,
    ...more,
  };
  const host = nodeHost(env);
  const runner = await openRunner(host, { agents });
  const library = openLibrary(host, { sources: agents.map(({ source }) => source) });
  const folder = join(root, "files");
  mkdirSync(folder);
  return {
    reviews: openReviews(host, { library, runner }),
    runner,
    agent,
    github,
    pull,
    cwd: workspace,
    folder,
    token,
    stateFolder,
    env,
    async close() {
      runner.close();
      library.close();
      await github.close();
      await remove();
    },
  };
}
