import type { Output } from "./output.ts";

const fewLetters = 16 * 1024;

/** Many short texts leave an output together; none waits while the program waits for something else. */
interface BufferedOutput {
  /** Rejects as the output does. */
  add(text: string): Promise<void>;
  /** Resolves when all of it was given to the output. */
  end(): Promise<void>;
}

export function bufferOutput(output: Output): BufferedOutput {
  let held = "";
  let isDue = false;
  const leave = async () => {
    const text = held;
    held = "";
    if (text !== "") await output.write(text);
  };
  return {
    async add(text) {
      held += text;
      if (held.length >= fewLetters) return leave();
      if (isDue) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        // Once an output has failed it says so at every call, and so at the next.
        leave().catch(() => {});
      });
    },
    end: leave,
  };
}
