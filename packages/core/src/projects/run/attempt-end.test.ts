import type { RestorePlan } from "@reprise/model";
import { SessionError } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { errorEnd, refusedEnd } from "./attempt-end.ts";

type Reason = RestorePlan["refusals"][number]["reason"];

function planWith(...reasons: Reason[]): RestorePlan {
  const refusals = reasons.map((reason) => ({ mode: "resume" as const, reason, detail: `${reason}.` }));
  const wider = { kind: "setting", subject: "sandbox", recorded: "read-only", now: "workspace-write" };
  return { refusals, drift: [{ ...wider, widens: true, note: null }] } as unknown as RestorePlan;
}

describe("a thread that is refused", () => {
  it.each<Reason>(["thread-missing", "thread-damaged", "no-thread", "not-supported"])(
    "because of %s is lost: the round is done again",
    (reason) => {
      expect(refusedEnd(planWith(reason))).toEqual({ type: "lost", reason: `${reason}.` });
    },
  );

  it.each<Reason>(["busy", "agent-missing", "agent-outdated", "authentication", "thread-archived", "other"])(
    "because of %s is kept for a person to act",
    (reason) => {
      expect(refusedEnd(planWith(reason))).toEqual({ type: "held", reason: `${reason}.` });
      expect(refusedEnd(planWith("no-thread", reason)).type).toBe("held");
    },
  );

  it("because of wider permissions is kept, and no new thread gets them instead", () => {
    expect(refusedEnd(planWith("wider-permissions"))).toEqual({
      type: "held",
      reason: expect.stringMatching(/sandbox from read-only to workspace-write.*--sandbox/),
    });
  });

  it("because of a moment's trouble is tried again", () => {
    expect(refusedEnd(planWith("changed"))).toMatchObject({ type: "failed", failure: { kind: "transport" } });
  });

  it("without having been looked at is lost only if it is nowhere", () => {
    expect(errorEnd(new SessionError("not-found", "gone"))).toMatchObject({ type: "lost" });
    expect(errorEnd(new SessionError("busy", "open"))).toMatchObject({ type: "held" });
    expect(errorEnd(new SessionError("unreadable", "no"))).toMatchObject({ type: "held" });
  });
});
