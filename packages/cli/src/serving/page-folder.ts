import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SessionError } from "@reprise/model";

/** Beside the bundle; the second place is for a run from the sources. */
const places = ["./page/", "../../dist/page/"];

export function pageFolder(): string {
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = folders.find((folder) => existsSync(`${folder}index.html`));
  if (found !== undefined) return found;
  throw new SessionError(
    "unreadable",
    `The page is missing: ${folders[0]}index.html. Install Reprise again; in a checkout: npm run build`,
  );
}
