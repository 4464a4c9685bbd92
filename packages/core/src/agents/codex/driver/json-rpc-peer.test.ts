import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Child, ChildExit } from "../../../host/processes/child.ts";
import { CallError } from "./call-error.ts";
import { Peer } from "./json-rpc-peer.ts";
import { Queue } from "./queue.ts";

interface Sent {
  id?: number;
  method?: string;
  error?: unknown;
}

/** A peer with this test at the other end. */
function makePeer(more: { onLine?: () => void } = {}) {
  const batches = new Queue<readonly string[]>();
  const exit = Promise.withResolvers<ChildExit>();
  const sent: Sent[] = [];
  const log: unknown[] = [];
  const child: Child = {
    pid: 1,
    lines: new Queue<string>(),
    batches,
    exited: exit.promise,
    write: (text) => void sent.push(JSON.parse(text)),
    closeInput: () => {},
    stderr: () => "first\n\u001b[31mlast words\u001b[0m\n",
    kill: (signal) => exit.resolve({ code: null, signal }),
  };
  const events = {
    onLine: (direction: string, line: string) => {
      more.onLine?.();
      log.push(`${direction} ${line}`);
    },
    onNotification: ({ method }: { method: string }) => void log.push(method),
    onRequest: ({ id, method }: { id: unknown; method: string }, peer: Peer) => {
      log.push(`asked ${method}`);
      peer.refuse(id as number, -32601, "no");
    },
    onGarbage: (line: string) => void log.push(`garbage ${line}`),
  };
  const say = async (...messages: unknown[]) => {
    batches.put([messages.map((message) => (typeof message === "string" ? message : JSON.stringify(message)))]);
    await sleep(0);
  };
  const end = () => {
    batches.end();
    exit.resolve({ code: 7, signal: null });
  };
  return { peer: new Peer(child, events, 1), sent, log, say, end, endOutput: () => batches.end() };
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: CallError) => error.problem,
  );

describe("a peer", () => {
  test("gives each call the answer with its own number, in any order, and sends no `jsonrpc`", async () => {
    const { peer, sent, say } = makePeer();
    const calls = [peer.call("a", { x: 1 }, 1000), peer.call("b", {}, 1000)];
    expect(sent).toEqual([
      { id: 1, method: "a", params: { x: 1 } },
      { id: 2, method: "b", params: {} },
    ]);
    await say({ id: 2, result: "two" }, { id: 1, result: "one" }, { id: 1, result: "again" });
    expect(await Promise.all(calls)).toEqual(["one", "two"]);
  });

  test("takes what has a method for a request, whatever its number", async () => {
    const { peer, sent, say, log } = makePeer();
    const call = peer.call("a", {}, 1000);
    await say({ id: 1, method: "approve", params: {} }, { id: "s", method: "other" }, { id: 1, result: "mine" });
    expect(await call).toBe("mine");
    expect(log).toContain("asked approve");
    expect(sent.slice(1)).toEqual([
      { id: 1, error: { code: -32601, message: "no" } },
      { id: "s", error: { code: -32601, message: "no" } },
    ]);
  });

  test("has at most 32 calls under way", async () => {
    const { peer, sent, say } = makePeer();
    const calls = Array.from({ length: 100 }, (_, index) => peer.call(`m${index}`, {}, 5000));
    expect(sent).toHaveLength(32);
    for (let id = 1; id <= 100; id += 1) {
      await say({ id, result: id });
      expect(sent.length).toBe(Math.min(100, 32 + id));
    }
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test("gives up on an answer in time, and then sends what was waiting", async () => {
    const { peer, sent, say } = makePeer();
    const silent = Array.from({ length: 32 }, () => problemOf(peer.call("silent", {}, 20)));
    const outdated = problemOf(peer.call("outdated", {}, 5));
    const next = peer.call("next", {}, 1000);
    expect(await outdated).toBe("no-answer");
    expect(new Set(await Promise.all(silent))).toEqual(new Set(["no-answer"]));
    expect(sent.map(({ method }) => method).slice(32)).toEqual(["next"]);
    await say({ id: 1, result: "too late" }, { id: 33, result: "in time" });
    expect(await next).toBe("in time");
  });

  test("tries again after an overload, but not for ever", async () => {
    const { peer, sent, say } = makePeer();
    const overloaded = (id: number) => ({
      id,
      error: { code: -32001, message: "Server overloaded; retry later." },
    });
    const call = peer.call("a", {}, 5000);
    await say(overloaded(1));
    await expect.poll(() => sent.length).toBe(2);
    await say({ id: 2, result: "at last" });
    expect(await call).toBe("at last");
    const hopeless = problemOf(peer.call("b", {}, 5000));
    for (let id = 3; id <= 9; id += 1) {
      await expect.poll(() => sent.at(-1)?.id).toBe(id);
      await say(overloaded(id));
    }
    expect(await hopeless).toBe("refused");
    expect(sent).toHaveLength(9);
  });

  test("survives lines that are no messages, and tells of them; a batch is its messages", async () => {
    const { peer, say, log } = makePeer();
    const call = peer.call("a", {}, 1000);
    await say("not json", "{", "null", "[]", '{"id":5}', "", [{ method: "one" }, { method: "two" }], {
      method: "three",
    });
    await say({ id: 1, result: null });
    expect(await call).toBeNull();
    const told = log.filter((entry) => !String(entry).startsWith("in ") && !String(entry).startsWith("out "));
    expect(told).toEqual([
      "garbage not json",
      "garbage {",
      "garbage null",
      "garbage []",
      'garbage {"id":5}',
      "one",
      "two",
      "three",
    ]);
    expect(log.indexOf('in {"method":"three"}')).toBe(log.indexOf("three") - 1);
  });

  test("rejects every call when the process ends, those to come too, with its last words", async () => {
    const { peer, end } = makePeer();
    const calls = Array.from({ length: 40 }, () => peer.call("a", {}, 5000).catch((error: unknown) => error));
    end();
    for (const error of await Promise.all(calls)) {
      expect(error).toBeInstanceOf(CallError);
      expect((error as CallError).message).toBe("Codex ended with exit code 7. It said: first last words");
    }
    await peer.closed;
    expect(await problemOf(peer.call("b", {}, 5000))).toBe("closed");
  });

  test("ends a process that has closed its output and stays", async () => {
    const { peer, endOutput } = makePeer();
    const call = problemOf(peer.call("a", {}, 5000));
    endOutput();
    expect((await peer.closed).message).toContain("SIGKILL");
    expect(await call).toBe("closed");
  });

  test("rejects a call whose line could not be kept, and does not hang", async () => {
    const { peer } = makePeer({
      onLine: () => {
        throw new Error("the disk is full");
      },
    });
    await expect(peer.call("a", {}, 1000)).rejects.toThrow("the disk is full");
  });
});
