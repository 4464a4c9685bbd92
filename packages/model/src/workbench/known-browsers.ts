/** Browsers that a link has let in, by port of the server and SHA-256 of their cookie in hex. They outlive the server. */
export interface KnownBrowsers {
  /** Those used within 30 days, the latest last. */
  at(port: number): readonly string[];
  /** Now. At most 200 browsers are kept for a port. */
  used(port: number, hash: string): void;
  remove(port: number, hash: string): void;
  /** Ports that browsers were let in to, the latest first. */
  ports(): readonly number[];
}
