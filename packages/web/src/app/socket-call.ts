import type { Call } from "@reprise/web/client";
import { bridgedCall } from "./embedding/index.ts";

/** Streams without an end. A browser has six connections for all pages of a server: these would use them up. */
export function isLive(path: string): boolean {
  return /^[^?]*\/(?:changes|events|news)(?:\?|$)/.test(path);
}

interface Bridge {
  readonly call: Call;
}

/** Live streams go over one socket, everything else over `fetch`; so do streams if no socket can be opened. */
export function socketCall(address: string): Call {
  let opening: Promise<Bridge | null> | null = null;
  const onClose = () => {
    opening = null;
  };
  return async (path, init) => {
    if (!isLive(path) || (init?.method ?? "GET") !== "GET") return fetch(path, init);
    opening ??= openBridge(address, onClose);
    const bridge = await opening;
    return bridge === null ? fetch(path, init) : bridge.call(path, init);
  };
}

function openBridge(address: string, onClose: () => void): Promise<Bridge | null> {
  const { promise, resolve } = Promise.withResolvers<Bridge | null>();
  const socket = new WebSocket(address);
  const encoder = new TextEncoder();
  const open = new Set<number>();
  const bridge = bridgedCall((message) => {
    if (message.type === "request") open.add(message.id);
    if (message.type === "cancel") open.delete(message.id);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  });
  socket.onopen = () => resolve(bridge);
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data);
    if (message.type === "end" || message.type === "failed") open.delete(message.id);
    bridge.take(message.type === "piece" ? { ...message, bytes: encoder.encode(message.text) } : message);
  };
  socket.onclose = () => {
    onClose();
    resolve(null);
    for (const id of open) bridge.take({ type: "failed", id, message: "The connection was lost." });
  };
  return promise;
}
