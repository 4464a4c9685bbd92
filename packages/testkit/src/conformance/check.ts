import { it } from "vitest";

/** A promise that some sources cannot keep; the reason is shown in the list of tests. */
export function check(promise: string, unless: string | undefined, test: () => unknown): void {
  if (unless === undefined) it(promise, async () => void (await test()));
  else it.skip(`${promise} (${unless})`, () => undefined);
}
