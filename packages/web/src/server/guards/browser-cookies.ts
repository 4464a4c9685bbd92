import type { Socket } from "node:net";
import type { KnownBrowsers } from "@reprise/model";
import type { Call } from "../context.ts";
import { findSecret, newSecret, secretHash } from "./secret.ts";

const MOST_BROWSERS = 200;
const HOUR_MS = 60 * 60 * 1000;

interface Browser {
  readonly hash: Buffer;
  /** When its use was last recorded; null: not by this server. */
  recordedMs: number | null;
  /** They end when it signs out: an open stream passes no guard again. */
  readonly connections: Set<Socket>;
}

/**
 * Browsers that a one-time key has let in. They stay in until they sign out, also with the next server on this port if
 * they can be recorded; of too many, the first is out.
 */
export class BrowserCookies {
  readonly #known: KnownBrowsers | null;
  readonly #onUnexpected: (error: unknown) => void;
  readonly #byPort = new Map<number, readonly Browser[]>();

  constructor(known: KnownBrowsers | null, onUnexpected: (error: unknown) => void) {
    this.#known = known;
    this.#onUnexpected = onUnexpected;
  }

  /** For the header `Set-Cookie`. No script can read it, and no page of another site sends it. */
  issue(call: Call): string {
    const secret = newSecret();
    const browser = newBrowser(secretHash(secret));
    const port = portOf(call);
    this.#byPort.set(port, [...this.#at(port), browser].slice(-MOST_BROWSERS));
    this.#record(port, browser);
    return `${nameFor(port)}=${secret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  isIn(call: Call): boolean {
    const port = portOf(call);
    const browser = this.#find(call);
    if (browser === null) return false;
    const { recordedMs } = browser;
    if (recordedMs === null || performance.now() - recordedMs > HOUR_MS) this.#record(port, browser);
    note(browser, call);
    return true;
  }

  /** For the header `Set-Cookie`: this browser is out, and its other connections end. */
  signOut(call: Call): string {
    const port = portOf(call);
    const browser = this.#find(call);
    if (browser !== null) {
      this.#known?.remove(port, browser.hash.toString("hex"));
      this.#byPort.set(
        port,
        this.#at(port).filter((one) => one !== browser),
      );
      const own = connectionOf(call);
      for (const connection of browser.connections) if (connection !== own) connection.destroy();
    }
    return `${nameFor(port)}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
  }

  #find(call: Call): Browser | null {
    const port = portOf(call);
    const start = `${nameFor(port)}=`;
    const parts = (call.req.header("cookie") ?? "").split(";").map((part) => part.trim());
    const browsers = this.#at(port);
    const hashes = browsers.map(({ hash }) => hash);
    const found = parts
      .filter((part) => part.startsWith(start))
      .map((part) => browsers[findSecret(hashes, part.slice(start.length))] ?? null);
    return found.find((browser) => browser !== null) ?? null;
  }

  #at(port: number): readonly Browser[] {
    const loaded = this.#byPort.get(port);
    if (loaded !== undefined) return loaded;
    const browsers = this.#load(port).map((hash) => newBrowser(Buffer.from(hash, "hex")));
    this.#byPort.set(port, browsers);
    return browsers;
  }

  #load(port: number): readonly string[] {
    try {
      return this.#known?.at(port) ?? [];
    } catch (error) {
      this.#onUnexpected(error);
      return [];
    }
  }

  /** If that fails, the browser is in until the server ends. */
  #record(port: number, browser: Browser): void {
    browser.recordedMs = performance.now();
    try {
      this.#known?.used(port, browser.hash.toString("hex"));
    } catch (error) {
      this.#onUnexpected(error);
    }
  }
}

function newBrowser(hash: Buffer): Browser {
  return { hash, recordedMs: null, connections: new Set() };
}

function note({ connections }: Browser, call: Call): void {
  const connection = connectionOf(call);
  if (connection === null || connections.has(connection)) return;
  connections.add(connection);
  connection.once("close", () => connections.delete(connection));
}

/** Of a request, or of the socket that holds it. */
function connectionOf(call: Call): Socket | null {
  return call.env?.incoming?.socket ?? null;
}

function portOf(call: Call): number {
  return connectionOf(call)?.localPort ?? 0;
}

/** With the port: browsers send a cookie to every port of a host, and each server has its own. */
function nameFor(port: number): string {
  return `reprise-${port}`;
}
