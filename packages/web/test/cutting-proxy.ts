import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Passes connections on to a port, and cuts each after some bytes of the answer. */
export class CuttingProxy {
  readonly #target: number;
  readonly #open = new Set<Socket>();
  readonly #server = createServer((socket) => this.#pass(socket));
  /** How many bytes the next connection may carry. */
  bytes: () => number = () => Number.POSITIVE_INFINITY;
  /** New connections are refused. */
  isDown = false;
  cutCount = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  static async open(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts what is open now. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(client: Socket): void {
    if (this.isDown) return void client.destroy();
    const server = connect(this.#target, "127.0.0.1");
    let left = this.bytes();
    const end = () => {
      client.destroy();
      server.destroy();
      this.#open.delete(client);
    };
    this.#open.add(client);
    for (const socket of [client, server]) socket.on("close", end).on("error", end);
    client.pipe(server);
    server.on("data", (data) => {
      if (data.length < left) {
        left -= data.length;
        return void client.write(data);
      }
      this.cutCount += 1;
      client.write(data.subarray(0, left), end);
    });
  }
}

/** Repeatable numbers from 0 to below `most`. */
export function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
