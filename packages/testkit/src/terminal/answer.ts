import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../host/poll.ts";

const firstMs = 400;
const againMs = 5_000;
const most = 12;

/** Answers a question in a terminal. A new question ignores keys, so the key is pressed until it counts. */
export async function answer(press: () => void, isDone: () => boolean, what: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    await sleep(firstMs);
    press();
    try {
      await until(isDone, { timeoutMs: againMs, what });
      return;
    } catch (error) {
      if (count === most) throw error;
    }
  }
}
