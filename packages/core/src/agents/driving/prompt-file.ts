import { type Failure, type PromptInput, SessionError } from "@reprise/model";
import { readStart } from "../../host/files/open-file.ts";
import { type ImageRules, imageFault, mediaTypeOf } from "../ailments/image-fault.ts";
import { DriverError } from "./driver.ts";

/** An image or file sent with a prompt: text, or bytes in base64. */
export interface PromptFile {
  readonly mediaType: string;
  readonly data: string;
}

/** Images may have a lower limit. */
const mostBytes = 10 * 1024 * 1024;

/**
 * The whole content of an image or file sent with a prompt. Never waits.
 * Throws a `DriverError` naming it unless it is a regular file, not empty or too large, and text, PDF or an image that models accept.
 */
export function readPromptFile({ kind, path }: PromptInput, rules?: ImageRules): PromptFile {
  const bytes = readBytes(path);
  if (bytes.length === 0) throw refusedInput(`${path} is empty.`);
  if (bytes.length > mostBytes) throw refusedInput(`${path} is larger than ${mostBytes / 1024 / 1024} MB.`);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType !== null) {
    const base64 = bytes.toString("base64");
    const fault = imageFault({ mediaType, base64 }, rules);
    if (fault) throw refusedInput(`${path} cannot be sent: ${fault.what}`);
    return { mediaType, data: base64 };
  }
  if (kind === "image") throw refusedInput(`${path} is not a PNG, JPEG, GIF or WebP image.`);
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-")
    return { mediaType: "application/pdf", data: bytes.toString("base64") };
  try {
    return { mediaType: "text/plain", data: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw refusedInput(`${path} is not UTF-8 text, a PDF or an image.`);
  }
}

function readBytes(path: string): Buffer {
  try {
    return readStart(path, mostBytes + 1);
  } catch (error) {
    const { message } = error as Error;
    throw refusedInput(error instanceof SessionError ? message : `${path} cannot be read: ${message}.`);
  }
}

export function refusedInput(what: string): DriverError {
  const failure: Failure = { kind: "other", message: `${what} Nothing was sent.`, resetsAt: null };
  return new DriverError(failure);
}
