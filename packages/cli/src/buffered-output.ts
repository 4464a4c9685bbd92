import type { Output } from "./output.ts";

const fewLetters = 16 * 1024;

/** Combines many short writes; never holds text back while the program waits. */
interface BufferedOutput {
  /** Rejects as the output does. */
  add(text: string): Promise<void>;
  /** Resolves when the output has received everything. */
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
        // A failed output rejects every later call, so the next one reports it.
        leave().catch(() => {});
      });
    },
    end: leave,
  };
}
