import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface S3ServerOptions {
  readonly bucket?: string;
  /** False: conditions of writes are ignored, as many servers do. */
  readonly conditions?: boolean;
  /** Of a list. */
  readonly pageSize?: number;
}

/** What happens to a request: `lost`: it is carried out and its answer is not sent; a number: this status instead. */
export type S3Fault = "lost" | "cut" | number | null;

export interface S3Server {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** Asked about each request. */
  fault: (request: { readonly method: string; readonly path: string; readonly query: string }) => S3Fault;
  /** Uploads in parts that were neither completed nor given up. */
  readonly openUploads: number;
  close(): Promise<void>;
}

interface Stored {
  readonly bytes: Buffer;
  readonly tag: string;
}

const credentials = { id: "TESTKEY", secret: "test/secret+key" };
const region = "eu-central-1";
/** Of all parts but the last, as AWS has it. */
const leastPartBytes = 5 * 1024 ** 2;

/** A bucket in memory behind the S3 protocol: signatures are checked, and conditions are kept to as AWS does. */
export async function startS3({
  bucket = "chats",
  conditions = true,
  pageSize = 1000,
}: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Map<number, Stored>>();
  const server = createServer((request, response) => {
    answered(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? "/", "http://x");
    const method = request.method ?? "GET";
    const fault = running.fault({ method, path: url.pathname, query: url.search });
    if (fault === "cut") return void response.destroy();
    if (typeof fault === "number") return refuse(response, fault, "Fault");
    if (!isSigned(request, body)) return refuse(response, 403, "SignatureDoesNotMatch");
    const [, named = "", ...rest] = url.pathname.split("/");
    if (named !== bucket) return refuse(response, 404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    if (fault === "lost") response.write = response.end = (() => response.destroy()) as never;
    if (key === "") return list(response, url.searchParams);
    if (url.searchParams.has("uploads") || url.searchParams.has("uploadId"))
      return upload(request, response, { key, query: url.searchParams, body });
    if (method === "PUT") return put(request, response, key, body);
    if (method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    get(request, response, key, method);
  }
  function put({ headers }: IncomingMessage, response: ServerResponse, key: string, bytes: Buffer): void {
    const present = objects.get(key);
    const [none, match] = [headers["if-none-match"], headers["if-match"]];
    if (conditions && none !== undefined && none !== "*") return refuse(response, 501, "NotImplemented");
    if (conditions && none === "*" && present) return refuse(response, 412, "PreconditionFailed");
    if (conditions && match !== undefined && !present) return refuse(response, 404, "NoSuchKey");
    if (conditions && match !== undefined && present?.tag !== match) return refuse(response, 412, "PreconditionFailed");
    const tag = `"${randomBytes(16).toString("hex")}"`;
    objects.set(key, { bytes, tag });
    response.writeHead(200, { ETag: tag }).end();
  }
  function upload(
    request: IncomingMessage,
    response: ServerResponse,
    { key, query, body }: { readonly key: string; readonly query: URLSearchParams; readonly body: Buffer },
  ): void {
    const id = query.get("uploadId") ?? randomBytes(8).toString("hex");
    if (query.has("uploads")) {
      uploads.set(id, new Map());
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = uploads.get(id);
    if (!parts) return refuse(response, 404, "NoSuchUpload");
    if (request.method === "PUT") {
      const tag = `"${randomBytes(16).toString("hex")}"`;
      parts.set(Number(query.get("partNumber")), { bytes: body, tag });
      return void response.writeHead(200, { ETag: tag }).end();
    }
    if (request.method === "DELETE") {
      uploads.delete(id);
      return void response.writeHead(204).end();
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const found = named.map(([, number, tag]) => ({ part: parts.get(Number(number)), tag }));
    if (found.some(({ part, tag }) => part?.tag !== tag)) return refuse(response, 400, "InvalidPart");
    const pieces = found.map(({ part }) => part?.bytes ?? Buffer.alloc(0));
    if (pieces.slice(0, -1).some(({ length }) => length < leastPartBytes))
      return refuse(response, 400, "EntityTooSmall");
    const isThere = conditions && request.headers["if-none-match"] === "*" && objects.has(key);
    if (!isThere) uploads.delete(id);
    put(request, response, key, Buffer.concat(pieces));
  }
  function get({ headers }: IncomingMessage, response: ServerResponse, key: string, method: string): void {
    const found = objects.get(key);
    if (!found) return refuse(response, 404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const bytes = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1);
    const status = from === undefined ? 200 : 206;
    response.writeHead(status, { ETag: found.tag, "Content-Length": bytes.length });
    response.end(method === "HEAD" ? undefined : bytes);
  }
  function list(response: ServerResponse, query: URLSearchParams): void {
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const prefix = query.get("prefix") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, pageSize);
    const entries = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
    );
    const next = Buffer.from(page.at(-1) ?? "").toString("base64");
    const more = keys.length > page.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : "";
    response.end(
      `<ListBucketResult><IsTruncated>${more !== ""}</IsTruncated>${more}${entries.join("")}</ListBucketResult>`,
    );
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: S3Server = {
    url,
    env: {
      AWS_ACCESS_KEY_ID: credentials.id,
      AWS_SECRET_ACCESS_KEY: credentials.secret,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: url,
    },
    fault: () => null,
    get openUploads() {
      return uploads.size;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return running;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** Signature version 4, over the request as it came. */
function isSigned({ headers, method, url = "/" }: IncomingMessage, body: Buffer): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, id, day, zone, names = "", signature] = pattern.exec(headers.authorization ?? "") ?? [];
  if (id !== credentials.id || zone !== region) return false;
  const payload = String(headers["x-amz-content-sha256"]);
  if (/^[0-9a-f]{64}$/.test(payload) && payload !== sha256(body)) return false;
  const [path = "/", search = ""] = url.split("?");
  const query = search
    .split("&")
    .filter(Boolean)
    .map((part) => (part.includes("=") ? part : `${part}=`));
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query.sort().join("&"), lines.join(""), names, payload].join("\n");
  const scope = `${day}/${zone}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [day ?? "", zone ?? "", "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${credentials.secret}`);
  return hmac(key, toSign).toString("hex") === signature;
}

function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
