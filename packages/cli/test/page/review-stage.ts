import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type GitHubPull, type LoopbackGitHub, startGitHub } from "@reprise/testkit";
import { WorkbenchStage } from "./workbench-stage.ts";

const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

export const hunk = ["@@ -1,3 +1,3 @@", " export function total(items) {", "-  return 0;", "+  return items.length;"];

const cart = ["export function total(items) {", "  return items.length;", "}", ""].join("\n");

/** The built `reprise open`, the real Codex, a GitHub server on this machine, and a clone with a pull request in review. */
export class ReviewStage {
  readonly bench: WorkbenchStage;
  readonly github: LoopbackGitHub;
  readonly pull: GitHubPull;

  private constructor(bench: WorkbenchStage, github: LoopbackGitHub, pull: GitHubPull) {
    this.bench = bench;
    this.github = github;
    this.pull = pull;
  }

  static async open(name: string): Promise<ReviewStage> {
    const github = await startGitHub();
    github.tokens.add(token);
    const bench = await WorkbenchStage.open(name, {
      env: { GITHUB_SERVER_URL: github.origin, GITHUB_TOKEN: token },
    });
    mkdirSync(join(bench.folder, "src"));
    bench.put("src/cart.ts", cart);
    bench.put("src/price.ts", "export const price = 1;\n");
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-C", bench.folder, "-c", "user.name=T", "-c", "user.email=t@example.com", ...args]);
    git("remote", "add", "origin", `${github.origin}/acme/shop.git`);
    git("add", "src");
    git("commit", "-qm", "Deliver by bike");
    const headSha = git("rev-parse", "HEAD").toString().trim();
    const pull = github.add({
      owner: "acme",
      repository: "shop",
      number: 42,
      title: "Deliver by bike",
      author: "sam",
      headSha,
      diff: ["diff --git a/src/cart.ts b/src/cart.ts", "--- a/src/cart.ts", "+++ b/src/cart.ts", ...hunk, ""].join(
        "\n",
      ),
      comments: [
        {
          id: 101,
          author: "mona",
          path: "src/cart.ts",
          line: 2,
          diffHunk: hunk.join("\n"),
          body: "Sum the **prices**, not the items.\n\n<img src=x onerror=\"document.title='owned'\">",
        },
        { id: 102, author: "hubot", path: "src/cart.ts", line: 1, body: "Name the type of `items`." },
        { id: 103, author: "mona", path: "src/price.ts", line: 1, body: "Is this in cents?" },
      ],
      resolved: new Set([103]),
    });
    return new ReviewStage(bench, github, pull);
  }

  /** What was posted, oldest first. */
  get posted(): readonly string[] {
    return this.github.requests
      .filter(({ method, path }) => method === "POST" && !path.includes("graphql"))
      .map(({ body }) => (JSON.parse(body) as { body: string }).body);
  }

  async close(): Promise<void> {
    await this.bench.close();
    await this.github.close();
  }
}
