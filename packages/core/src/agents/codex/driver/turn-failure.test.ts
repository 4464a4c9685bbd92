import { describe, expect, test } from "vitest";
import { failureOf } from "./turn-failure.ts";

const at = Date.parse("2026-11-15T19:41:15.710Z");
const fail = (codexErrorInfo: unknown, message = "m", limits: unknown = null) =>
  failureOf({ message, codexErrorInfo }, limits, at);

describe("the failure of a turn", () => {
  test.each([
    ["usageLimitExceeded", "limit"],
    ["usage_limit_exceeded", "limit"],
    ["rateLimitExceeded", "limit"],
    ["sessionBudgetExceeded", "limit"],
    ["contextWindowExceeded", "context-full"],
    ["unauthorized", "authentication"],
    ["serverOverloaded", "server"],
    ["internalServerError", "server"],
    [{ httpConnectionFailed: { httpStatusCode: 401 } }, "authentication"],
    [{ http_connection_failed: { http_status_code: 401 } }, "authentication"],
    [{ httpConnectionFailed: { httpStatusCode: 502 } }, "server"],
    [{ httpConnectionFailed: { httpStatusCode: null } }, "transport"],
    [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, "limit"],
    [{ responseStreamDisconnected: { httpStatusCode: null } }, "transport"],
    [{ httpConnectionFailed: { httpStatusCode: 404 } }, "transport"],
    ["other", "other"],
    ["constructor", "other"],
    [{}, "other"],
    [null, "other"],
  ])("%j is of kind %s", (reason, kind) => {
    expect(fail(reason)).toEqual({ kind, message: "m", resetsAt: null });
  });

  test("is of the transport when only its text says so, and has a text in any case", () => {
    expect(fail("other", "stream disconnected before completion: x").kind).toBe("transport");
    expect(failureOf(null, null, null).message).toContain("did not say why");
  });

  test("has the time when the last used-up window is over", () => {
    const limits = {
      primary: { usedPercent: 100, resetsAt: 1_794_782_469 },
      secondary: { usedPercent: 40, resetsAt: 1_794_878_768 },
    };
    expect(fail("usageLimitExceeded", "m", limits).resetsAt).toBe("2026-11-15T22:41:09.000Z");
    const both = { ...limits, secondary: { usedPercent: 100, resetsAt: 1_794_878_768 } };
    expect(fail("usageLimitExceeded", "m", both).resetsAt).toBe("2026-11-17T01:26:08.000Z");
    const past = { primary: { usedPercent: 100, resetsAt: 1_700_000_000 } };
    expect(fail("usageLimitExceeded", "m", past).resetsAt).toBeNull();
    expect(fail("internalServerError", "m", limits).resetsAt).toBeNull();
  });

  test("has the time that its text names, a minute later than it says", () => {
    const local = (text: string) => new Date(text).toISOString();
    const say = (when: string) => fail("usageLimitExceeded", `You’ve hit your usage limit. ${when}`).resetsAt;
    expect(say("Or try again at Nov 18th, 2026 9:39 PM.")).toBe(local("2026-11-18T21:40:00"));
    expect(say("Or try again at Dec 1st, 2026 12:05 AM.")).toBe(local("2026-12-01T00:06:00"));
    expect(say("Please try again in 11.054s.")).toBe("2026-11-15T19:41:26.764Z");
    expect(say("Try again later.")).toBeNull();
    const soon = say("Try again at 7:00 AM.");
    expect(Date.parse(soon ?? "") - at).toBeGreaterThan(0);
    expect(Date.parse(soon ?? "") - at).toBeLessThanOrEqual(86_400_000 + 60_000);
    expect(new Date(soon ?? "").toTimeString()).toContain("07:01:00");
  });
});
