/** Waits for a promise, at most `timeoutMs`; the message is built only on timeout. */
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
