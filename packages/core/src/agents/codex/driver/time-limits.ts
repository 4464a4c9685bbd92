/** Timeouts in milliseconds: they guard against hanging, and do not measure speed. */
export interface TimeLimits {
  /** The first start in a home with 10,000 rollouts and no database takes 16 s. */
  readonly initializeMs: number;
  /** Starting or resuming a thread, which may wait for MCP servers. */
  readonly threadMs: number;
  readonly callMs: number;
  /** From asking a turn to stop until its process is ended. */
  readonly graceMs: number;
  /** From closing the input to SIGTERM, and from there to SIGKILL. */
  readonly closeMs: number;
  /** The first wait after an overload; each further one doubles. */
  readonly backOffMs: number;
}

export const defaultLimits: TimeLimits = {
  initializeMs: 120_000,
  threadMs: 90_000,
  callMs: 30_000,
  graceMs: 5_000,
  closeMs: 3_000,
  backOffMs: 100,
};

/** Whether the promise settled in time; it keeps running if not. */
export async function settlesWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, limitMs, false);
  const isSettled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([isSettled, isLate]).finally(() => clearTimeout(timer));
}
