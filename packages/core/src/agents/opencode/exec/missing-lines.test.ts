import { asThreadId, noSettings, type RunEvent, type ThreadId } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { clock, home, host, message, open, session, tick, useStore } from "../../../../test/decoding/opencode/store.ts";
import type { ExecTurn } from "../../exec/exec-agent.ts";
import { missingLines } from "./missing-lines.ts";
import { OpencodeReader } from "./reader.ts";

useStore();

const turn = (text: string): ExecTurn => ({
  thread: null,
  isNew: true,
  prompt: { id: "p", text },
  launch: {
    settings: { ...noSettings, cwd: "/srv/a" },
    env: host.env,
    home,
    program: null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  },
});
const stop = { type: "step-finish", reason: "stop", tokens: { total: 7 } };
const said = [{ type: "step-start" }, { type: "text", text: "Hi." }];

/** A turn that printed `printed` and exited with success. */
function read(text: string, sinceMs: number, printed: readonly object[] = [], thread: ThreadId | null = null) {
  const reader = new OpencodeReader(turn(text));
  const events: RunEvent[] = [...printed, ...missingLines(turn(text), { thread, sinceMs })].flatMap((line) =>
    reader.take(line as Record<string, unknown>),
  );
  const replies = events.flatMap((event) => (event.type === "item" ? [event.item] : []));
  return { replies, end: reader.end, thread: events.find(({ type }) => type === "thread") };
}

describe("a turn of which OpenCode 1.15 printed nothing, or only its start", () => {
  test("is completed by what its store holds, and told once", () => {
    open();
    const sinceMs = tick();
    session();
    message("m1", { role: "user" }, [{ type: "text", text: '"say hello"' }]);
    message("m2", { role: "assistant", time: { completed: 1 } }, [...said, stop]);
    const start = { type: "step_start", sessionID: "ses_1", part: { id: "m2-p0", type: "step-start" } };
    const reply = { type: "text", sessionID: "ses_1", part: { id: "m2-p1", type: "text", text: "Hi." } };
    for (const printed of [[], [start], [start, reply]]) {
      const { replies, end, thread } = read("say hello", sinceMs, printed);
      expect(replies).toEqual([{ kind: "reply", text: "Hi." }]);
      expect(end).toEqual({ state: "completed", failure: null });
      expect(thread).toMatchObject({ thread: "ses_1" });
    }
  });

  test("is not completed by an earlier turn, another prompt, another session or another folder", () => {
    open();
    session("ses_0", { directory: "/srv/b" });
    session();
    message("m1", { role: "user" }, [{ type: "text", text: "again" }]);
    message("m2", { role: "assistant" }, [...said, stop]);
    const sinceMs = tick();
    expect(read("again", sinceMs, [], asThreadId("ses_1")).end).toBeNull();
    message("m3", { role: "user" }, [{ type: "text", text: "more" }]);
    message("m4", { role: "assistant" }, [...said, stop]);
    expect(read("again", sinceMs, [], asThreadId("ses_1")).end).toBeNull();
    expect(read("more", sinceMs, [], asThreadId("ses_1")).end?.state).toBe("completed");
    expect(read("more", sinceMs, [], asThreadId("ses_0")).end).toBeNull();
    // Created before this turn, so not its new session.
    expect(read("more", sinceMs).end).toBeNull();
  });

  test("is not completed where its store has no end, and failed where that says so", () => {
    open();
    const sinceMs = clock;
    session();
    message("m1", { role: "user" }, [{ type: "text", text: "go" }]);
    message("m2", { role: "assistant" }, said);
    expect(read("go", sinceMs).end).toBeNull();
    const error = { name: "APIError", data: { message: "no", statusCode: 500 } };
    message("m3", { role: "assistant", error }, []);
    expect(read("go", sinceMs).end).toMatchObject({ state: "failed", failure: { kind: "server" } });
  });

  test("takes no session where two were made in the folder", () => {
    open();
    const sinceMs = clock;
    for (const id of ["ses_1", "ses_2"]) {
      session(id);
      message(`${id}-m1`, { role: "user" }, [{ type: "text", text: "go" }], id);
      message(`${id}-m2`, { role: "assistant" }, [...said, stop], id);
    }
    expect(read("go", sinceMs).end).toBeNull();
  });

  test("has nothing to read where there is no store", () => {
    expect(missingLines(turn("go"), { thread: null, sinceMs: 0 })).toEqual([]);
  });
});
