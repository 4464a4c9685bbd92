import type { Listening, Server } from "@reprise/web/server";
import { notListening } from "./not-listening.ts";

const HOST = "127.0.0.1";
const USUAL_PORTS = Array.from({ length: 20 }, (_, index) => 7718 + index);

/** On this machine only. Without a port, on the first known or usual one that is free, else on any. */
export async function listenOn(
  server: Server,
  port: number | null,
  knownPorts: readonly number[] = [],
): Promise<Listening> {
  for (const wanted of port === null ? [...knownPorts, ...USUAL_PORTS] : []) {
    try {
      return await server.serve({ host: HOST, port: wanted });
    } catch {
      // Taken, or not for us.
    }
  }
  return server.serve({ host: HOST, port: port ?? 0 }).catch((error) => {
    throw notListening(error, HOST, port ?? 0);
  });
}
