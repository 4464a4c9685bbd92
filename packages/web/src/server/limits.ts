/** What one server takes at most. Sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Per token, after a burst. */
  readonly requestsPerSecond: number;
  readonly burstCount: number;
  /** Tries to get in with a one-time key, and how long an unused key lives. */
  readonly keysPerSecond: number;
  readonly keyBurstCount: number;
  readonly keyMs: number;
  readonly connectionCount: number;
  /** Turns that run or wait to run. */
  readonly turnCount: number;
  /** Streams of events, whatever they follow. */
  readonly streamCount: number;
  /** Lists, searches and sessions that are read at once. */
  readonly readingCount: number;
  /** How long a turn may run before it is cancelled. */
  readonly turnMs: number;
  /** How long a message waits for the turn before it. Below the 300 seconds that clients wait for a header. */
  readonly queueMs: number;
  /** How long a client may take to send the head of a request, and all of it. */
  readonly headMs: number;
  readonly requestMs: number;
  /** How long a client may take no bytes of a stream. */
  readonly stalledMs: number;
  /** Between comments in a quiet SSE stream. */
  readonly heartbeatMs: number;
}

export const defaultLimits: Limits = {
  // A message of 1 MiB, each character escaped, and the rest of a request.
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  requestsPerSecond: 50,
  burstCount: 200,
  keysPerSecond: 1,
  keyBurstCount: 20,
  keyMs: 5 * 60_000,
  connectionCount: 2000,
  turnCount: 64,
  streamCount: 1000,
  readingCount: 16,
  turnMs: 6 * 3_600_000,
  queueMs: 240_000,
  headMs: 10_000,
  requestMs: 30_000,
  stalledMs: 120_000,
  heartbeatMs: 15_000,
};
