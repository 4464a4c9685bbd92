import type { ChatStatus } from "@reprise/model";
import { Counter, gaugeText, Histogram } from "./metrics.ts";

const methods = ["GET", "POST", "OPTIONS", "HEAD"];

/** What `GET /metrics` reports. No label has a value that a client chooses. */
export class ServerMetrics {
  readonly #requests = new Counter("reprise_http_requests_total", "Requests by method, route and status.");
  readonly #turns = new Counter("reprise_turns_total", "Turns that have ended, by status.");
  readonly #seconds = new Histogram(
    "reprise_turn_seconds",
    "How long turns took.",
    [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
  );

  request(method: string, route: string, status: number): void {
    this.#requests.add({
      method: methods.includes(method) ? method : "other",
      route,
      status: String(status),
    });
  }

  turn(status: ChatStatus | "lost", seconds: number): void {
    this.#turns.add({ status });
    this.#seconds.add(seconds);
  }

  text(now: { readonly runningCount: number; readonly streamCount: number }): string {
    return [
      this.#turns.text(),
      this.#seconds.text(),
      gaugeText("reprise_turns_running", "Turns that run now.", now.runningCount),
      gaugeText("reprise_http_streams", "Streams of events that are open now.", now.streamCount),
      this.#requests.text(),
    ].join("");
  }
}
