import { randomBytes } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import {
  type ByteRange,
  checkedKey,
  contentOf,
  type Head,
  inPieces,
  missing,
  type ObjectContent,
  type ObjectEntry,
  ObjectError,
  type ObjectStore,
  type ObjectStoreTraits,
} from "../object-store.ts";
import type { S3Place } from "./s3-place.ts";
import { type S3Answer, S3Requests } from "./s3-requests.ts";

/** Of a large object, which is sent in parts, so that one lost connection costs one part. Each is in memory once. */
const partBytes = 16 * 1024 ** 2;
const mostParts = 10_000;

/** Objects in a bucket of AWS or of a server that speaks its protocol. */
export class S3Objects implements ObjectStore {
  readonly place: string;
  readonly #prefix: string;
  readonly #requests: S3Requests;
  #traits: Promise<ObjectStoreTraits> | null = null;

  constructor(place: S3Place, waitMs?: number) {
    this.place = `${place.url}${place.prefix}`;
    this.#prefix = place.prefix;
    this.#requests = new S3Requests(place, waitMs);
  }

  async put(key: string, content: ObjectContent): Promise<boolean> {
    const path = this.#objectOf(key);
    if (content.sizeBytes > partBytes * mostParts)
      throw new ObjectError(
        "too-large",
        `An object of ${content.sizeBytes} bytes is too large for a bucket, which takes ${partBytes * mostParts}. Keep less in the chat's workspace, or use a folder.`,
      );
    const { comparesHeads } = await this.check();
    const isLarge = content.sizeBytes > partBytes;
    if ((isLarge || !comparesHeads) && (await this.#exists(path))) return false;
    const headers: Record<string, string> = comparesHeads ? { "If-None-Match": "*" } : {};
    if (isLarge) return this.#putInParts(path, content, headers);
    return (await this.#put(path, content, headers)).status < 300;
  }

  /** Nobody sees anything of it before the last request. What a killed process leaves is the bucket's to remove. */
  async #putInParts(key: string, content: ObjectContent, headers: Readonly<Record<string, string>>): Promise<boolean> {
    const begun = await this.#requests.send({ method: "POST", key, query: { uploads: "" } });
    if (begun.status !== 200) throw await this.#requests.problem(begun, `to begin ${key}`);
    const uploadId = plainText(/<UploadId>([^<]+)</.exec(await text(begun.body))?.[1] ?? "");
    let isMade = false;
    try {
      const parts: string[] = [];
      for await (const bytes of inPieces(content, partBytes)) {
        const query = { partNumber: String(parts.length + 1), uploadId };
        const answer = await this.#requests.send({ method: "PUT", key, query, content: contentOf(bytes) });
        if (answer.status !== 200) throw await this.#requests.problem(answer, `to store a part of ${key}`);
        answer.body.resume();
        parts.push(`<Part><PartNumber>${query.partNumber}</PartNumber><ETag>${answer.headers.etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      isMade = await this.#completed(key, uploadId, headers, contentOf(Buffer.from(list)));
      return isMade;
    } finally {
      const given = isMade ? null : this.#requests.send({ method: "DELETE", key, query: { uploadId } });
      (await given?.catch(() => null))?.body.resume();
    }
  }

  async #completed(key: string, uploadId: string, headers: Readonly<Record<string, string>>, content: ObjectContent) {
    const answer = await this.#requests.send({ method: "POST", key, query: { uploadId }, headers, content });
    // A repeated request finds no upload if the first one was carried out.
    const isDone = answer.status === 412 || (answer.status === 404 && answer.isRetry);
    if (isDone && (await this.#exists(key))) {
      answer.body.resume();
      return false;
    }
    if (answer.status !== 200) throw await this.#requests.problem(answer, `to complete ${key}`);
    // The answer begins before the parts are joined: it may still say that they are not.
    const said = await text(answer.body);
    if (/<Error>/.test(said))
      throw new ObjectError("unreachable", `${this.place} did not join the parts of ${key}: ${said.slice(0, 300)}`);
    return true;
  }

  async *get(key: string, range?: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    const path = this.#objectOf(key);
    if (range?.length === 0) {
      if (!(await this.#exists(path))) throw missing(key, this.place);
      return;
    }
    const headers = range ? { Range: `bytes=${range.start}-${range.start + range.length - 1}` } : {};
    const answer = await this.#requests.send({ method: "GET", key: path, headers });
    if (answer.status === 404) throw await this.#absent(answer, key);
    if (answer.status !== 200 && answer.status !== 206) throw await this.#requests.problem(answer, `to read ${key}`);
    if (range && answer.status === 200)
      throw new ObjectError("other", `${this.place} sends whole objects where a part was asked for.`);
    try {
      yield* answer.body as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw new ObjectError("unreachable", `${this.place} broke off while ${key} was read.`, { cause: error });
    } finally {
      answer.body.destroy();
    }
  }

  async *list(prefix: string): AsyncGenerator<ObjectEntry, void, undefined> {
    const top = `${this.#prefix}objects/`;
    let next: string | null = "";
    while (next !== null) {
      const query: Record<string, string> = { "list-type": "2", prefix: `${top}${prefix}` };
      if (next !== "") query["continuation-token"] = next;
      const answer: S3Answer = await this.#requests.send({ method: "GET", key: "", query });
      if (answer.status !== 200) throw await this.#requests.problem(answer, "to list objects");
      const page = await text(answer.body);
      for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = plainText(/<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? "");
        if (key.startsWith(top))
          yield { key: key.slice(top.length), sizeBytes: Number(/<Size>(\d+)</.exec(entry)?.[1]) };
      }
      const token = /<NextContinuationToken>([^<]*)</.exec(page)?.[1];
      next = /<IsTruncated>true</.test(page) && token !== undefined ? plainText(token) : null;
    }
  }

  async delete(key: string): Promise<void> {
    const answer = await this.#requests.send({ method: "DELETE", key: this.#objectOf(key) });
    answer.body.resume();
    if (answer.status >= 300 && answer.status !== 404) throw await this.#requests.problem(answer, `to delete ${key}`);
  }

  async readHead(key: string): Promise<Head | null> {
    const answer = await this.#requests.send({ method: "GET", key: this.#headOf(key) });
    if (answer.status === 404) {
      const error = await this.#absent(answer, key);
      if (error.problem === "missing") return null;
      throw error;
    }
    if (answer.status !== 200) throw await this.#requests.problem(answer, `to read ${key}`);
    return { bytes: await buffer(answer.body), tag: answer.headers.etag ?? "" };
  }

  async changeHead(key: string, bytes: Uint8Array, before: string | null): Promise<Head | null> {
    if (!(await this.check()).comparesHeads)
      throw new ObjectError(
        "refused",
        `${this.place} ignores conditions of writes, so two programs could overwrite each other there. Use a server that knows If-None-Match and If-Match.`,
      );
    const headers: Record<string, string> = before === null ? { "If-None-Match": "*" } : { "If-Match": before };
    const answer = await this.#put(this.#headOf(key), contentOf(bytes), headers);
    if (answer.status < 300) return { bytes, tag: answer.headers.etag ?? "" };
    // The condition of a repeated write fails too if the first one was carried out: then it is ours that is there.
    const present = answer.isRetry ? await this.readHead(key) : null;
    return present !== null && Buffer.compare(present.bytes, bytes) === 0 ? present : null;
  }

  /** Asked once: some servers say yes to every condition and overwrite. */
  check(): Promise<ObjectStoreTraits> {
    this.#traits ??= this.#probe();
    this.#traits.catch(() => {
      this.#traits = null;
    });
    return this.#traits;
  }

  async close(): Promise<void> {}

  async #probe(): Promise<ObjectStoreTraits> {
    const key = `${this.#prefix}probe/${randomBytes(8).toString("hex")}`;
    const put = () =>
      this.#requests.send({
        method: "PUT",
        key,
        headers: { "If-None-Match": "*" },
        content: contentOf(new Uint8Array([1])),
      });
    const first = await put();
    let second = first;
    // A lost answer to a first try looks like a condition that failed.
    if (first.status < 300 || (first.status === 412 && first.isRetry)) second = await put();
    for (const answer of new Set([first, second])) if (answer.status < 400) answer.body.resume();
    if (first.status === 501 || first.status === 400) {
      await this.#plainProbe(key);
      return { comparesHeads: false };
    }
    if (second.status >= 400 && second.status !== 412) throw await this.#requests.problem(second, "a write");
    second.body.resume();
    (await this.#requests.send({ method: "DELETE", key })).body.resume();
    return { comparesHeads: second.status === 412 };
  }

  async #plainProbe(key: string): Promise<void> {
    const answer = await this.#requests.send({ method: "PUT", key, content: contentOf(new Uint8Array([1])) });
    if (answer.status >= 300) throw await this.#requests.problem(answer, "a write");
    answer.body.resume();
    (await this.#requests.send({ method: "DELETE", key })).body.resume();
  }

  /** What was answered to a write: it was done, or its condition failed. */
  async #put(key: string, content: ObjectContent, headers: Readonly<Record<string, string>>): Promise<S3Answer> {
    for (let conflicts = 0; ; conflicts += 1) {
      const answer = await this.#requests.send({ method: "PUT", key, headers, content });
      // Two writes at the same moment: AWS says so, and wants it tried again.
      if (answer.status === 409 && conflicts < 10) {
        answer.body.resume();
        continue;
      }
      const hasFailed = answer.status === 412 || (answer.status === 404 && "If-Match" in headers);
      if (answer.status >= 300 && !hasFailed) throw await this.#requests.problem(answer, `to store ${key}`);
      answer.body.resume();
      return answer;
    }
  }

  async #exists(path: string): Promise<boolean> {
    const answer = await this.#requests.send({ method: "HEAD", key: path });
    answer.body.resume();
    if (answer.status === 200) return true;
    if (answer.status === 404) return false;
    throw await this.#requests.problem(answer, "to look for an object");
  }

  /** The bucket may be missing too, which is no missing object. */
  async #absent(answer: S3Answer, key: string): Promise<ObjectError> {
    const problem = await this.#requests.problem(answer, `to read ${key}`);
    return problem.message.includes("NoSuchBucket") ? problem : missing(key, this.place);
  }

  #objectOf(key: string): string {
    return `${this.#prefix}objects/${checkedKey(key)}`;
  }

  #headOf(key: string): string {
    return `${this.#prefix}heads/${checkedKey(key)}`;
  }
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plainText(xml: string): string {
  return xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
}
