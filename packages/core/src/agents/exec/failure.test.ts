import { describe, expect, test } from "vitest";
import { failureOf } from "./failure.ts";
import { resetIn } from "./limit-reset.ts";

const nowMs = Date.parse("2026-11-15T21:41:30.500Z");

test.each([
  ["We’re currently experiencing high demand, which may cause temporary errors.", "server"],
  ["exceeded retry limit, last status: 429 Too Many Requests", "limit"],
  ["exceeded retry limit, last status: 500 Internal Server Error", "server"],
  ["You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage or try again at 11:41 PM.", "limit"],
  ["rate limit exceeded: slow down", "limit"],
  ["Quota exceeded. Check your plan and billing details.", "limit"],
  ["unexpected status 401 Unauthorized: bad key, url: http://127.0.0.1:46575/v1/responses", "authentication"],
  ["Selected model is at capacity. Please try a different model.", "server"],
  ["Codex ran out of room in the model's context window. Start a new thread.", "context-full"],
  ["stream disconnected before completion: Transport error: network error", "transport"],
  ["Error: thread/resume: thread/resume failed: no rollout found for thread id 01a1 (code -32600)", "thread-missing"],
  ["Error: thread/resume failed: thread 01a1 already has an active writer (code -32600)", "busy"],
  ["No conversation found with session ID: 0000", "thread-missing"],
  ["Error: Session ID 0000 is already in use.", "busy"],
  ['Error resuming session: Invalid session identifier "0000".', "thread-missing"],
  ['Error starting session: Session ID "0000" already exists. Use --resume to resume it.', "busy"],
  ["Error: Session not found", "thread-missing"],
  ["Invalid auth method selected.", "authentication"],
  ["Incomplete response returned, reason: max_output_tokens", "other"],
  ["Not inside a trusted directory and --skip-git-repo-check was not specified.", "other"],
])("%s → %s", (message, kind) => {
  expect(failureOf(message, {}, nowMs)).toMatchObject({ kind, message });
});

test("a status says more than words, a kind says more than both", () => {
  expect(failureOf("scripted answer", { status: 429 }, nowMs).kind).toBe("limit");
  expect(failureOf("connection lost", { status: 401 }, nowMs).kind).toBe("authentication");
  expect(failureOf("prompt is too long", { status: 400 }, nowMs).kind).toBe("context-full");
  expect(failureOf("scripted answer", { status: 400 }, nowMs).kind).toBe("other");
  expect(failureOf("scripted answer", { status: 500, kind: "limit" }, nowMs).kind).toBe("limit");
});

test("only a limit has a time at which it is lifted", () => {
  expect(failureOf("rate limit exceeded: try again in 11.054s", {}, nowMs).resetsAt).toBe("2026-11-15T21:41:41.554Z");
  expect(failureOf("connection lost, try again in 5s", {}, nowMs).resetsAt).toBeNull();
});

describe("when a limit is lifted", () => {
  const local = (text: string) => new Date(text).toISOString();

  test.each([
    ["Please try again in 11.054s.", "2026-11-15T21:41:41.554Z"],
    ["Please retry in 34.07s", "2026-11-15T21:42:04.570Z"],
    ["Your quota will reset after 3h2m1s.", "2026-11-16T00:43:31.500Z"],
    ["try again in 1 day 2 hours 3 minutes", "2026-11-16T23:44:30.500Z"],
    ["Claude AI usage limit reached|1794794400", "2026-11-16T02:00:00.000Z"],
    ["You've hit your limit · resets 10pm (UTC)", "2026-11-15T22:00:00.000Z"],
    ["You've hit your limit · resets 3:30am (Europe/Berlin)", "2026-11-16T02:30:00.000Z"],
    ["resets 9pm (UTC)", "2026-11-16T21:00:00.000Z"],
    ["resets 9pm (Nowhere/City)", null],
    ["no word of it", null],
  ])("%s", (message, at) => {
    expect(resetIn(message, nowMs)).toBe(at);
  });

  test("Codex gives local times without seconds: a minute later it is past", () => {
    const noon = Date.parse("2026-11-15T12:00:00");
    expect(resetIn("try again at 1:15 PM.", noon)).toBe(local("2026-11-15T13:16:00"));
    expect(resetIn("try again at 11:15 AM.", noon)).toBe(local("2026-11-16T11:16:00"));
    expect(resetIn("try again at Nov 18th, 2026 9:41 AM.", noon)).toBe(local("2026-11-18T09:42:00"));
  });
});
