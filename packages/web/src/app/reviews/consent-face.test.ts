import { describeAskingFace, MemoryReviews, sampleComment, sampleTarget } from "@reprise/testkit";
import { h } from "preact";
import { drawOn, usePageWalk, walkPage } from "../test/page-walk.ts";
import { ResumeRun } from "./resume-run.tsx";

usePageWalk();

describeAskingFace("a review on the page", {
  takes: ({ mode }) => mode !== "fork",
  stays: false,
  wider: /Allow wider permissions/,
  canAllowWider: true,
  async ask(plan, person) {
    const comments = [sampleComment(1)];
    const mode = plan.mode === "replay" ? "replay" : "resume";
    const run = h(ResumeRun, {
      reviews: new MemoryReviews(comments),
      target: sampleTarget,
      comments,
      isForced: false,
      onStarted: () => undefined,
      onClose: () => undefined,
      session: plan.session,
      agent: "codex",
      mode,
      notice: null,
      whyNot: null,
      onReplay: () => undefined,
      onFresh: () => undefined,
    });
    const drawn = drawOn(person.runner, plan, run);
    await walkPage(drawn, person, /^(Restore|Replay)$/);
    drawn.leave();
  },
});
