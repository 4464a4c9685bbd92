export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole answer. */
  readonly timeoutMs: number;
  /** Of the body, decompressed. */
  readonly maxBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** There was no whole answer. The message names neither the address nor anything of the request. */
export class NetworkFailure extends Error {
  override readonly name = "NetworkFailure";
  /** `unreachable`: nothing was sent. `broken`: lost on the way; another attempt may succeed. */
  readonly kind: "unreachable" | "broken" | "too-slow" | "too-long";

  constructor(kind: NetworkFailure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Follows no redirect. Throws `NetworkFailure`. */
export async function requestHttp(request: HttpRequest): Promise<HttpAnswer> {
  const { method, url, headers, body, timeoutMs, maxBytes } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { method, headers, body, signal, redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await bodyOf(answer, maxBytes) };
  } catch (error) {
    if (error instanceof NetworkFailure) throw error;
    if (signal.aborted) throw new NetworkFailure("too-slow", `no answer within ${timeoutMs / 1000} seconds`);
    // The cause may quote the request: only its code is kept.
    const code = codeOf(error);
    const kind = isBeforeRequest(code) ? "unreachable" : "broken";
    throw new NetworkFailure(kind, reasons[code] ?? (code || "the answer cannot be read"));
  }
}

async function bodyOf(answer: Response, maxBytes: number): Promise<string> {
  if (answer.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let sizeBytes = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw new NetworkFailure("too-long", `an answer of more than ${maxBytes} bytes`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
  }
  return "";
}

/** There was no connection, so the request cannot have arrived. After all else it may have. */
function isBeforeRequest(code: string): boolean {
  return unconnected.has(code) || /CERT|_TLS_|_SSL_/.test(code);
}

const unconnected: ReadonlySet<string> = new Set([
  "EACCES",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPERM",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was lost",
  EPIPE: "the connection was lost",
  UND_ERR_SOCKET: "the connection was lost",
  ENOTFOUND: "its address was not found",
  EAI_AGAIN: "its address was not found",
  ENETUNREACH: "the network cannot be reached",
  EHOSTUNREACH: "the network cannot be reached",
  ETIMEDOUT: "it did not answer",
  UND_ERR_CONNECT_TIMEOUT: "it did not answer",
};
