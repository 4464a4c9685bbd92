import type { PageMessage } from "@reprise/web/embedding";

/** A message of the page, or null for anything else. The page shows text of agents: nothing of it is taken on trust. */
export function readMessage(value: unknown): PageMessage | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  switch (fields.type) {
    case "start":
      return { type: "start" };
    case "taken":
    case "cancel":
      return isId(fields.id) ? { type: fields.type, id: fields.id } : null;
    case "request":
      return readRequest(fields);
    case "open-file":
      return readFileLink(fields);
    case "open-diff":
      return readDiffLink(fields);
    default:
      return null;
  }
}

function readRequest({ id, path, method, headers, body }: Record<string, unknown>): PageMessage | null {
  if (!isId(id) || typeof path !== "string" || typeof method !== "string") return null;
  if (!isTextRecord(headers)) return null;
  const bytes = bytesOf(body);
  return bytes === undefined ? null : { type: "request", id, path, method, headers, body: bytes };
}

function readFileLink({ path, line }: Record<string, unknown>): PageMessage | null {
  if (typeof path !== "string" || path === "") return null;
  return { type: "open-file", path, line: isLine(line) ? line : null };
}

function readDiffLink({ path, title, before, after }: Record<string, unknown>): PageMessage | null {
  if (typeof path !== "string" || path === "" || typeof title !== "string") return null;
  if (typeof before !== "string" || (typeof after !== "string" && after !== null)) return null;
  return { type: "open-diff", path, title, before, after };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isTextRecord(value: unknown): value is Record<string, string> {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((text) => typeof text === "string");
}

/** Undefined if it is neither bytes nor null. */
function bytesOf(value: unknown): Uint8Array | null | undefined {
  if (value === null) return null;
  if (value instanceof Uint8Array) return value;
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}
