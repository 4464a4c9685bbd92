import type { Writable } from "node:stream";
import { SessionError } from "@reprise/model";

/** Text for a stream that may be slow, or closed by its reader. */
export interface Output {
  /** Resolves when the stream can take more; rejects once it has failed. */
  write(text: string): Promise<void>;
  /** Resolves when everything written has left the program. */
  flush(): Promise<void>;
}

interface OutputOptions {
  readonly onFirstWrite?: (() => void) | undefined;
  /** Writes without the stream; returns the part not accepted, null if none. That part and all later text use the stream. */
  readonly writeNow?: ((text: string) => Uint8Array | null) | undefined;
}

/** Creates the stream only when needed: it costs more than most commands' output. */
export function openOutput(source: () => Writable, options: OutputOptions = {}): Output {
  let stream: Writable | null = null;
  let isFirst = true;
  let failure: unknown = null;
  const fail = (error: unknown) => {
    failure ??= isClosedByReader(error) ? error : notWritten(error);
  };
  const check = () => {
    if (failure !== null) throw failure;
  };
  const leave = (text: string) => {
    try {
      return options.writeNow === undefined ? text : options.writeNow(text);
    } catch (error) {
      fail(error);
      return null;
    }
  };
  return {
    async write(text) {
      check();
      if (isFirst) options.onFirstWrite?.();
      isFirst = false;
      const rest = stream === null ? leave(text) : text;
      if (rest !== null) {
        stream ??= source().on("error", fail);
        await put(stream, rest).catch(fail);
      }
      check();
    },
    async flush() {
      if (stream !== null) await gone(stream).catch(fail);
      check();
    },
  };
}

/** `reprise list | head` closes our stdout: the reader has what it wanted, which is no failure. */
export function isClosedByReader(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ERR_STREAM_WRITE_AFTER_END";
}

/** Some streams emit an error, some throw it, and a closed one reports nothing at all. */
async function put(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (stream.destroyed) throw Object.assign(new Error("the stream is closed"), { code: "ERR_STREAM_DESTROYED" });
  if (stream.write(text)) return;
  await new Promise<void>((resolve) => {
    const settle = () => {
      stream.off("drain", settle).off("error", settle).off("close", settle);
      resolve();
    };
    stream.on("drain", settle).on("error", settle).on("close", settle);
  });
}

function gone(stream: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write("", (error) => (error ? reject(error) : resolve()));
  });
}

function notWritten(cause: unknown): SessionError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new SessionError("not-saved", `The output could not be written (${code ?? message}).`, { cause });
}
