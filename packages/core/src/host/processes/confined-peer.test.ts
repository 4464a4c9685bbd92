import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isConfinedPeer, socketsOf } from "./confined-peer.ts";

let server: Server;
let children: ChildProcess[];
beforeEach(async () => {
  children = [];
  server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  server.close();
});

const portOf = () => (server.address() as AddressInfo).port;

/** A program that stays connected from there, in a sandbox. */
async function confinedFrom(localAddress: string, localPort: number): Promise<void> {
  const from = { port: portOf(), host: "127.0.0.1", localAddress, localPort };
  const script = `require("node:net").connect(${JSON.stringify(from)}, () => console.log("there"))`;
  const child = spawn("setpriv", ["--no-new-privs", process.execPath, "-e", script]);
  children.push(child);
  await once(child.stdout, "data");
}

describe.skipIf(process.platform !== "linux")("a caller", () => {
  it("a program in a sandbox is one, also if it calls from the port of a program that is in none", async () => {
    const free = connect({ port: portOf(), host: "127.0.0.1" });
    await once(free, "connect");
    const client = free.localPort ?? 0;
    expect(isConfinedPeer({ server: portOf(), client })).toBe(false);
    // Whichever of them the system lists first.
    for (const last of [2, 3, 4, 5]) {
      await confinedFrom(`127.0.0.${last}`, client);
      expect(isConfinedPeer({ server: portOf(), client })).toBe(true);
    }
    free.destroy();
  });

  it("so is one that has sent its request and is gone", async () => {
    const connected = once(server, "connection");
    const gone = connect({ port: portOf(), host: "127.0.0.1" });
    await connected;
    const client = gone.localPort ?? 0;
    gone.end("POST / HTTP/1.1\r\n\r\n");
    gone.destroy();
    await once(gone, "close");
    expect(isConfinedPeer({ server: portOf(), client })).toBe(true);
  });

  it("so is one that cannot be found", () => {
    expect(isConfinedPeer({ server: portOf(), client: 1 })).toBe(true);
  });
});

it.each<[string, readonly string[], readonly (string | null)[]]>([
  ["no row", [], [null]],
  ["its own", ["0100007F:15B3 0100007F:1F40 01 00000000:00000000 00:00000000 00000000 1000 0 4711 1"], ["4711"]],
  ["another user's", ["0100007F:15B3 0100007F:1F40 01 00000000:00000000 00:00000000 00000000 1001 0 4711 1"], []],
  ["closed by its program", ["0100007F:15B3 0100007F:1F40 05 00000000:00000000 00:00000000 00000000 0 0 0 1"], [null]],
  [
    "the same port of two addresses",
    [
      "0100007F:15B3 0100007F:1F40 01 00000000:00000000 00:00000000 00000000 1000 0 4711 1",
      "0200007F:15B3 0100007F:1F40 01 00000000:00000000 00:00000000 00000000 1000 0 4712 1",
    ],
    ["4711", "4712"],
  ],
  ["the server's end", ["0100007F:1F40 0100007F:15B3 01 00000000:00000000 00:00000000 00000000 1000 0 4711 1"], [null]],
])("%s: the sockets that may be the caller's", (_, rows, expected) => {
  const table = rows.map((row, index) => `   ${index}: ${row}`).join("\n");
  expect(socketsOf(`  sl  local_address\n${table}\n`, { server: 8000, client: 5555 }, 1000)).toEqual(expected);
});
