import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as passed } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { measured, type ObjectContent, ObjectError } from "../object-store.ts";
import type { S3Place } from "./s3-place.ts";

export interface S3Request {
  readonly method: "GET" | "PUT" | "POST" | "HEAD" | "DELETE";
  /** Below the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly content?: ObjectContent | undefined;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: IncomingMessage;
  /** An earlier try may have been carried out although its answer was lost. */
  readonly isRetry: boolean;
}

const mostTries = 5;
const quietMs = 30_000;

/** Signed requests to one bucket. What passes is tried again, a few times, waiting longer each time. */
export class S3Requests {
  readonly #place: S3Place;
  readonly #waitMs: number;

  constructor(place: S3Place, waitMs = 200) {
    this.#place = place;
    this.#waitMs = waitMs;
  }

  /** The answer, whatever its status; rejects with `unreachable` after the last try. */
  async send(request: S3Request): Promise<S3Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#tried(request).catch((error: unknown) => {
        if (!isOfNetwork(error) || tries === mostTries) throw this.#named(error);
        return null;
      });
      const isBusy = answer !== null && isPassing(answer.statusCode ?? 0);
      const isFinal = answer?.statusCode === 501;
      if (answer !== null && (!isBusy || isFinal || tries === mostTries))
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer, isRetry: tries > 1 };
      answer?.resume();
      await passed(this.#waitMs * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }

  /** What the server says about a status that means no success. */
  async problem(answer: S3Answer, what: string): Promise<ObjectError> {
    const said = await text(answer.body).catch(() => "");
    const code = /<Code>([^<]*)<\/Code>/.exec(said)?.[1] ?? "";
    const message = /<Message>([^<]*)<\/Message>/.exec(said)?.[1] ?? "";
    const why = [String(answer.status), code, message].filter(Boolean).join(" ");
    return new ObjectError(
      isPassing(answer.status) ? "unreachable" : "refused",
      `${this.#place.url} refused ${what} (${why}).${hints[answer.status] ?? ""}`,
    );
  }

  async #tried({ method, key, query = {}, headers = {}, content }: S3Request): Promise<IncomingMessage> {
    const { credentials, region, url: bucket } = this.#place;
    const url = new URL(`${bucket}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // Callers hash the bytes: the name of an object is its hash.
    const plain = { ...headers, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: plain,
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    });
    const signed = await signer.sign();
    const send = signed.url.protocol === "http:" ? httpRequest : httpsRequest;
    const length = content === undefined ? {} : { "Content-Length": String(content.sizeBytes) };
    const sent = send(signed.url, { method, headers: { ...Object.fromEntries(signed.headers), ...length } });
    sent.setTimeout(quietMs, () => sent.destroy(new Error(`no answer within ${quietMs / 1000} seconds`)));
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    if (content === undefined) sent.end();
    else {
      // A server that refuses early answers before it has everything: the answer counts.
      const written = pipeline(Readable.from(measured(content)), sent);
      answered.catch(() => undefined);
      await Promise.race([written, answered]);
      written.catch(() => undefined);
    }
    const [answer] = await answered;
    return answer;
  }

  #named(error: unknown): unknown {
    if (!isOfNetwork(error)) return error;
    const { message, code } = error as NodeJS.ErrnoException;
    return new ObjectError("unreachable", `${this.#place.url} cannot be reached (${code ?? message}).`, {
      cause: error,
    });
  }
}

const full = 507;

const hints: Readonly<Record<number, string>> = {
  403: " Check the credentials, the clock of this machine and the bucket's policy.",
  [full]: " Make room on its disk.",
};

function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== full);
}

function isOfNetwork(error: unknown): boolean {
  if (error instanceof ObjectError || !(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" || error.message.startsWith("no answer");
}
