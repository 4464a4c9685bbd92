import { parseEvents, type ServerEvent } from "./events.ts";
import type { Model } from "./model.ts";

/** Sends a request to a model as an agent does, and returns the whole answer. */
export async function ask(
  model: Model,
  path: string,
  body: object,
): Promise<{ status: number; text: string; events: ServerEvent[] }> {
  const answer = await post(model, path, body);
  const text = await answer.text();
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  return { status: answer.status, text, events: isStream ? parseEvents(text) : [] };
}

export function post(model: Model, path: string, body: object): Promise<Response> {
  return fetch(`${model.origin}${path}`, { method: "POST", body: JSON.stringify(body) });
}
