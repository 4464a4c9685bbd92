import { it } from "vitest";

/** A promise that some cannot keep; what they do instead is checked, with the reason in its name. */
export function checkEither(
  promise: string,
  kept: () => Promise<void>,
  instead: {
    readonly promise: string;
    readonly because: string | undefined;
    readonly check: () => Promise<void>;
  },
): void {
  if (instead.because === undefined) it(promise, kept);
  else it(`${instead.promise}: ${instead.because}`, instead.check);
}

/** A promise that some sources cannot keep; the reason is shown in the list of tests. */
export function check(promise: string, unless: string | undefined, test: () => unknown): void {
  if (unless === undefined) it(promise, async () => void (await test()));
  else it.skip(`${promise} (${unless})`, () => undefined);
}
