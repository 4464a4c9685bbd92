import { nodeHost, openLibrary } from "@reprise/core";
import type { Library } from "@reprise/model";
import type { LibraryOptions } from "./surroundings.ts";

export function openLibraryOn(
  env: Readonly<Record<string, string | undefined>>,
  options: LibraryOptions,
): Library {
  return openLibrary(nodeHost(env), options);
}
