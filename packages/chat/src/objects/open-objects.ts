import { resolve } from "node:path";
import { FolderObjects } from "./folder-objects.ts";
import type { ObjectStore } from "./object-store.ts";

/** `s3://BUCKET/PREFIX`, or a folder. */
export async function openObjects(
  address: string,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): Promise<ObjectStore> {
  if (!address.startsWith("s3://")) return new FolderObjects(resolve(cwd, address));
  const [{ S3Objects }, { s3Place }] = [await import("./s3/s3-objects.ts"), await import("./s3/s3-place.ts")];
  return new S3Objects(await s3Place(address, env));
}
