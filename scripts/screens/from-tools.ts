import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const toolsFolder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "tools/screens");
const load = createRequire(join(toolsFolder, "package.json"));

/** A package that only `npm run screens` installs. */
export function fromTools<Package>(name: string): Package {
  return load(name) as Package;
}
