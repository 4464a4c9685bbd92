/** One call at a time: what is asked for meanwhile is done once after it, so that the last answer is the newest. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    try {
      await act();
    } finally {
      running = null;
      if (isAskedAgain) {
        isAskedAgain = false;
        await start();
      }
    }
  };
  const start = (): Promise<void> => {
    if (running !== null) isAskedAgain = true;
    else running = run();
    return running as Promise<void>;
  };
  return start;
}
