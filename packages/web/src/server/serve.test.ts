import { once } from "node:events";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { defaultLimits } from "./limits.ts";
import { listen } from "./serve.ts";
import { SOCKET_PATH } from "./socket/accept-sockets.ts";

it("lets go of its pages although something could not be saved, and says so", async () => {
  const app = new Hono();
  app.get(SOCKET_PATH, () => new Response(null, { status: 204 }));
  const end = () => Promise.reject(new Error("No space left on device"));
  const listening = await listen({ app: app as never, limits: defaultLimits, hasPages: true, end }, {});
  const page = new WebSocket(`${listening.url.replace("http", "ws")}${SOCKET_PATH}`);
  await once(page, "open");
  const left = once(page, "close");
  await expect(listening.close(0)).rejects.toThrow("No space left on device");
  await left;
});
