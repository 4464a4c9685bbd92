import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "./protocol.ts";
import type { HttpAnswer } from "./script.ts";

/** The connection to one requesting agent. Sending to an agent that has gone away does nothing. */
export type Channel = {
  isGone(): boolean;
  /** Resolves when the agent goes away or the answer has ended. */
  gone: Promise<void>;
  /** Starts the stream at the first call; resolves when the operating system has the frames. */
  stream(frames: readonly Frame[]): Promise<void>;
  /** Waits, but returns early if the agent goes away. */
  pause(ms: number): Promise<void>;
  end(): void;
  answer(answer: HttpAnswer): void;
  /** Answers if still possible, else drops the connection. */
  fail(answer: HttpAnswer): void;
  drop(): void;
};

export function openChannel(response: ServerResponse): Channel {
  const gone = new Promise<void>((resolve) => response.once("close", resolve));
  response.on("error", () => {}); // the agent may be killed while we write: `gone` reports it
  const answer = ({ status, headers, body }: HttpAnswer) => {
    if (response.destroyed || response.headersSent) return;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  };
  const drop = () => void response.socket?.destroy();
  return {
    isGone: () => response.destroyed,
    gone,
    async stream(frames) {
      if (response.destroyed) return;
      if (!response.headersSent)
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" }).flushHeaders();
      const text = frames.map(textOfFrame).join("");
      if (text) await new Promise<void>((resolve) => response.write(text, () => resolve()));
    },
    async pause(ms) {
      await Promise.race([sleep(ms, undefined, { ref: false }), gone]);
    },
    end: () => void response.end(),
    answer,
    drop,
    fail: (failure) => (response.headersSent ? drop() : answer(failure)),
  };
}

function textOfFrame({ event, content }: Frame): string {
  const line = typeof content === "string" ? content : JSON.stringify(content);
  return `${event ? `event: ${event}\n` : ""}data: ${line}\n\n`;
}
