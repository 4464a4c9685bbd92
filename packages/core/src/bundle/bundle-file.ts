import { type BundleManifest, SessionError } from "@reprise/model";
import { fileBytes } from "../host/files/file-bytes.ts";
import { makeNewFolder } from "../host/files/new-folder.ts";
import { saveStream } from "../host/files/replace-file.ts";
import { type BundleContent, packBundle } from "./pack-bundle.ts";
import { type ReadOptions, readBundle } from "./read-bundle.ts";

/** All or nothing, durable on return, readable by its owner only. Returns the size of the file. */
export async function writeBundle(
  content: BundleContent,
  path: string,
  { replaces }: { readonly replaces: boolean },
): Promise<number> {
  try {
    return await saveStream(path, packBundle(content), { replaces });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SessionError || code === undefined) throw error;
    if (code === "EEXIST") throw new SessionError("refused", `${path} exists. Choose another name.`, { cause: error });
    throw new SessionError("not-saved", `${path} could not be written (${code}).`, { cause: error });
  }
}

/** The bytes of a bundle file, for `readBundle` and `checkBundle`. */
export function bundleBytes(path: string): AsyncIterable<Uint8Array> {
  return fileBytes(path);
}

/** All parts into a folder that does not exist yet, or nothing at all. Kept times and modes are restored. */
export async function unpackBundle(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  options: ReadOptions = {},
): Promise<BundleManifest> {
  const { manifest, parts, close } = await readBundle(source, options);
  try {
    const made = await makeNewFolder(folder);
    try {
      for await (const { part, bytes } of parts) {
        const modifiedMs = part.modifiedAt === null ? undefined : Date.parse(part.modifiedAt);
        await made.write(part.path.split("/"), { bytes, mode: Number.parseInt(part.mode, 8), modifiedMs });
      }
      await made.commit();
    } catch (error) {
      await made.discard();
      throw error;
    }
  } finally {
    await close();
  }
  return manifest;
}
