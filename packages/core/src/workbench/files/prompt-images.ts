import { join } from "node:path";
import { count, type PromptInput, SessionError } from "@reprise/model";
import { digestOfBytes } from "../../host/digest.ts";
import { keepLatest } from "../../host/files/private-files.ts";
import { replaceFile } from "../../host/files/replace-file.ts";

export const mostImageBytes = 10 * 1024 * 1024;
/** Older ones are removed: they are in the agent's own session by then. */
const mostKept = 200;

/** The kinds that agents take, by how their bytes start. */
const kinds: readonly { readonly ending: string; readonly starts: (bytes: Buffer) => boolean }[] = [
  { ending: "png", starts: (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")) },
  { ending: "jpg", starts: (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")) },
  { ending: "gif", starts: (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString("latin1")) },
  {
    ending: "webp",
    starts: (bytes) => /^RIFF.{4}WEBP/s.test(bytes.subarray(0, 12).toString("latin1")),
  },
];

/** Stores an image for the next prompt, readable by its owner only, with the name of its file. Throws `refused`. */
export function keepImage(folder: string, given: Uint8Array, name = ""): PromptInput {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length > mostImageBytes)
    throw new SessionError(
      "refused",
      `The image has ${count(bytes.length, "byte")}; at most ${mostImageBytes / 1024 / 1024} MB are taken.`,
    );
  const kind = kinds.find(({ starts }) => starts(bytes));
  if (kind === undefined)
    throw new SessionError("refused", "This is no PNG, JPEG, GIF or WebP image. Mention other files with @.");
  const path = join(folder, `${digestOfBytes(bytes).slice(0, 32)}-${plainName(name)}.${kind.ending}`);
  replaceFile(path, bytes, { isDurable: false });
  keepLatest(folder, mostKept);
  return { kind: "image", path };
}

/** Without its ending and folders. A long run of letters and digits may be a secret, which saved paths must not have. */
function plainName(name: string): string {
  const [last = ""] = name.normalize("NFC").split(/[/\\]/).slice(-1);
  const plain = last
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "_")
    .slice(0, 60)
    .toWellFormed()
    .replace(/^[. ]+|[. ]+$/g, "");
  return plain === "" || /[\p{L}\p{N}]{20,}/u.test(plain) ? "image" : plain;
}
