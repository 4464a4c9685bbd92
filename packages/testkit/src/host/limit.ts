/** Waits for a promise, but no longer than `timeoutMs`; the message is made only when the limit is hit. */
export async function withLimit<Value>(
  promise: Promise<Value>,
  timeoutMs: number,
  message: () => string,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), timeoutMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
