import { setImmediate as soon } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Key } from "../../ask/keyboard.ts";
import { RestoreKeys } from "./restore-keys.ts";

/** A person whose keys and clock the test controls. */
function person() {
  const waits: (() => void)[] = [];
  let pressed: (key: Key) => void = () => {};
  const keyboard = {
    next: () =>
      new Promise<Key>((resolve) => {
        pressed = resolve;
      }),
    quiet: async () => {},
    close: () => {},
  };
  return {
    machine: {
      openKeyboard: async () => keyboard,
      sleep: () => new Promise<void>((resolve) => void waits.push(resolve)),
    },
    async press(key: Key) {
      pressed(key);
      await soon();
    },
    async timePasses() {
      for (const resolve of waits.splice(0)) resolve();
      await soon();
    },
  };
}

test("an Enter in a question's first moment sends nothing, and starts the moment again", async () => {
  const { machine, press, timePasses } = person();
  const keys = new RestoreKeys(machine);
  await keys.open({ stop: () => {}, end: () => {} } as never);
  let goesOn: boolean | null = null;
  void keys
    .mayGoOn(async () => {})
    .then((answer) => {
      goesOn = answer;
    });
  await soon();
  await press("enter");
  await press("enter");
  expect(goesOn).toBeNull();
  await timePasses();
  await press("enter");
  expect(goesOn).toBe(true);
});

test("Esc there counts at once", async () => {
  const { machine, press } = person();
  const keys = new RestoreKeys(machine);
  await keys.open({ stop: () => {}, end: () => {} } as never);
  const answer = keys.mayGoOn(async () => {});
  await soon();
  await press("escape");
  expect(await answer).toBe(false);
});
