import type { ActionResult } from "@reprise/model";
import { expect, it } from "vitest";
import { SharedSend } from "./shared-send.ts";

const done: ActionResult = { undo: null, message: null };
const from = (page: string, number: number, text = "do it") =>
  ({ type: "send", text, inputs: [], steers: false, page: { id: page, number } }) as const;

/** Each call is under way until it is let go. */
function stage() {
  const sends = new SharedSend();
  const sent: { text: string; end: (result: ActionResult) => void; fail: (error: Error) => void }[] = [];
  let number = 10;
  const send = (action: ReturnType<typeof from>) => {
    const act = () => {
      const { promise, resolve, reject } = Promise.withResolvers<ActionResult>();
      const end = (result: ActionResult) => {
        number += 5;
        resolve(result);
      };
      sent.push({ text: action.text, end, fail: reject });
      return promise;
    };
    return sends.send(action, act, () => number);
  };
  return { send, sent };
}

it("what two pages send while neither knows of the other is sent once, and both get its outcome", async () => {
  const { send, sent } = stage();
  const [one, two] = [send(from("a", 10)), send(from("b", 10))];
  const refused = { undo: null, message: "This needs your consent first." };
  sent[0]?.end(refused);
  expect([await one, await two, sent.length]).toEqual([refused, refused, 1]);
  expect(await send(from("b", 14))).toBe(refused);
});

it("a page that has seen the first one sends the same words once more", async () => {
  const { send, sent } = stage();
  const one = send(from("a", 10));
  sent[0]?.end(done);
  await one;
  void send(from("b", 15));
  expect(sent).toHaveLength(2);
});

it("other words, and the same words twice from one page, are all sent", () => {
  const { send, sent } = stage();
  void send(from("a", 10));
  void send(from("a", 10));
  void send(from("b", 10, "do that"));
  expect(sent.map(({ text }) => text)).toEqual(["do it", "do it", "do that"]);
});

it("what failed is tried again", async () => {
  const { send, sent } = stage();
  const one = send(from("a", 10));
  sent[0]?.fail(new Error("gone"));
  await expect(one).rejects.toThrow("gone");
  void send(from("b", 10));
  expect(sent).toHaveLength(2);
});
