import { describe, expect, test } from "vitest";
import { CallError } from "./call-error.ts";
import { refusalOf } from "./refusal.ts";

describe("a refusal", () => {
  test.each([
    ["no rollout found for thread id 01a1e0b5-0000-7ab0-a082-5e0c3412cbb8", "thread-missing"],
    ["invalid session id: invalid character: expected an optional prefix", "thread-missing"],
    ["failed to resolve rollout path /x.jsonl: file does not exist", "thread-missing"],
    ["thread not found: 01a1e0b5", "thread-missing"],
    ["thread not loaded: 01a1e0b5", "thread-missing"],
    ["turn not found: nope", "thread-missing"],
    ["lastTurnId '01a1e1a9' identifies an in-progress turn", "busy"],
    ["session 01a1e0b5 is archived. Run `codex unarchive 01a1e0b5` first.", "thread-archived"],
    ["thread 01a1e0b5 already has an active writer", "busy"],
    ["failed to read thread: x: failed to read session metadata from /x.jsonl", "thread-damaged"],
    ["failed to read session metadata /x.jsonl", "thread-damaged"],
    ["list_turns is not supported yet", "thread-damaged"],
    ["invalid paginated history lineage for 01a1: missing source rollout", "thread-damaged"],
    ["failed to load rollout: rollout at /x.jsonl is empty", "thread-damaged"],
    ["unexpected status 401 Unauthorized: bad key", "authentication"],
    ["chatgpt authentication required to read rate limits", "authentication"],
    ["Codex ended with exit code 2. It said: error: unrecognized subcommand 'app-server'", "agent-missing"],
    ["Invalid request: unknown variant `none-such`", "other"],
  ])("%s", (text, kind) => {
    const failure = refusalOf(new CallError("refused", text));
    expect(failure).toMatchObject({ kind, resetsAt: null });
    expect(failure.message).toContain(text);
    expect(failure.message).toMatch(/[.!?]$/);
  });

  test("is not what a lost process is", () => {
    expect(refusalOf(new CallError("closed", "Codex was killed (SIGKILL)."))).toMatchObject({
      kind: "transport",
    });
    expect(refusalOf(new CallError("no-answer", "Codex did not answer."))).toMatchObject({
      kind: "transport",
    });
    expect(refusalOf(new Error("a bug"))).toMatchObject({ kind: "other", message: "a bug." });
  });
});
