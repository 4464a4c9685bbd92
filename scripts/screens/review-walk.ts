import { join } from "node:path";
import { escalated } from "../../packages/cli/test/app-stage.ts";
import { cartPatch, ReviewStage, target } from "../../packages/cli/test/review/review-stage.ts";
import { type Shot, Stage } from "./stage.ts";
import type { WalkOptions } from "./walks.ts";

/** The review of a pull request on a GitHub of this machine, with the real Codex and a scripted model. */
export async function reviewing({ root, size }: WalkOptions): Promise<readonly Shot[]> {
  const review = await ReviewStage.open("screens");
  review.fillPullRequest();
  review.say(
    3,
    "Prices are rounded here and again where the total is printed.\n\nRound **once**, at the end: 合計は最後に一度だけ丸める。",
  );
  const { model, env } = review.live;
  const args = ["review", target, "--sandbox", "workspace-write", "--approval", "on-request"];
  const program = join(root, "bin/reprise");
  const stage = new Stage({
    program,
    args,
    size,
    cwd: review.checkout,
    env: { ...env, TZ: "UTC", NO_COLOR: "" },
  });
  // As long as what they replace.
  stage.rename(/\d+$/.exec(review.github.host)?.[0] ?? "", "40000");
  stage.rename(/screens-(\w{6})/.exec(review.checkout)?.[1] ?? "", "sample");
  try {
    await stage.shoot("review", "Filter: Unresolved (3/3)");
    await stage.type("F");
    await stage.shoot("review-filter", "By  bob");
    await stage.press("escape");
    model.push(
      [{ custom: { name: "apply_patch", input: cartPatch } }],
      [escalated("npm test")],
      [{ text: "Prices are integers now." }],
    );
    await stage.type("x");
    await stage.shoot("review-approval", "npm test");
    await stage.type("y");
    await stage.shoot("review-report", "Done: changes for");
    await stage.type("p");
    await stage.shoot("review-post", "Post this reply");
    await stage.press("escape");
    model.push([{ partial: "I look at the comments.", chunks: 1 }, { hang: true }]);
    await stage.type("x");
    await stage.shoot("review-run", "Codex: writing", { isMoving: true });
    await stage.press("escape"); // a key that comes too early does not answer
    await stage.pty.shows("Cancel the run?");
    await stage.type("y");
    await stage.pty.shows("The run was cancelled.");
    await stage.type("x");
    await stage.shoot("review-resume", "Resume? [y/n]");
    return stage.shots;
  } finally {
    stage.pty.kill("SIGTERM");
    await stage.pty.exited;
    await review.close();
  }
}
