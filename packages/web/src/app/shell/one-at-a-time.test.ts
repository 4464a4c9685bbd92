import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("what is asked for during a reading is read once after it: the last answer is the newest", async () => {
  const answers: ((value: string) => void)[] = [];
  let shown = "";
  const load = oneAtATime(async () => {
    shown = await new Promise<string>((resolve) => answers.push(resolve));
  });
  const all = [load(), load(), load()];
  expect(answers).toHaveLength(1);
  answers[0]?.("before");
  await expect.poll(() => answers.length).toBe(2);
  expect(shown).toBe("before");
  answers[1]?.("after");
  await Promise.all(all);
  expect([shown, answers.length]).toEqual(["after", 2]);
});

test("a reading that fails does not keep the next from being done", async () => {
  let count = 0;
  const load = oneAtATime(async () => {
    count += 1;
    if (count === 1) throw new Error("gone");
  });
  await expect(load()).rejects.toThrow("gone");
  await load();
  expect(count).toBe(2);
});
