import { expect, it } from "vitest";
import type { Begun } from "../store/chat-store.ts";
import { TurnQueue } from "./turn-queue.ts";

const busy: Begun = { kind: "busy", owner: null, turn: null };

function repeated(turn: string): Begun {
  const about = { message: "", startedAt: "", endedAt: null, error: null, usage: null } as const;
  return { kind: "repeated", turn: { ...about, turn, status: "completed" } as never };
}

it("who leaves the line leaves at once and begins nothing; the others keep their order", async () => {
  const queue = new TurnQueue();
  const begun: string[] = [];
  let isFree = false;
  const begin = (name: string) => async () => {
    if (!isFree) return busy;
    begun.push(name);
    return repeated(name);
  };
  const leaving = new AbortController();
  const first = queue.wait("c", begin("first"));
  const second = queue.wait("c", begin("second"), leaving.signal);
  const third = queue.wait("c", begin("third"), new AbortController().signal);
  leaving.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  expect(begun).toEqual([]);
  isFree = true;
  queue.wake("c");
  await Promise.all([first, third]);
  expect(begun).toEqual(["first", "third"]);
});
