import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Transform } from "node:stream";

/** The way of one worker to its database, which can be cut off: then nothing arrives, and nobody is told. */
export class CutOff {
  readonly url: string;
  readonly #close: () => Promise<void>;
  readonly #sockets: ReadonlySet<Socket>;
  #isOff = false;

  private constructor(url: string, sockets: ReadonlySet<Socket>, close: () => Promise<void>) {
    this.url = url;
    this.#sockets = sockets;
    this.#close = close;
  }

  /** To the database of an address with a folder of sockets. `change`: what becomes of bytes on their way to it. */
  static async open(address: string, change = (bytes: Buffer) => bytes): Promise<CutOff> {
    const { searchParams, pathname } = new URL(address);
    const path = join(searchParams.get("host") ?? "", ".s.PGSQL.5432");
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(path);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
        if (one === far) one.pipe(other);
        else one.pipe(new Transform({ transform: (bytes, _, done) => done(null, change(bytes)) })).pipe(other);
        if (way.#isOff) one.pause();
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    server.unref();
    const url = `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
    const way = new CutOff(url, sockets, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return way;
  }

  /** Nothing passes any more, in either direction; new connections are taken and lead nowhere. */
  off(): void {
    this.#isOff = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What was held back arrives, late. */
  on(): void {
    this.#isOff = false;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): Promise<void> {
    return this.#close();
  }
}
