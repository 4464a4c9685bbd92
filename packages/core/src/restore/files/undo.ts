import { dirname, join } from "node:path";
import { SessionError } from "@reprise/model";
import { type Disk, nodeDisk } from "../../host/disk.ts";
import type { Host } from "../../host/host.ts";
import {
  folderOf,
  type KeptFile,
  keptContent,
  loadManifest,
  type Manifest,
  saveManifest,
} from "./manifest.ts";
import { placeOf } from "./place-of.ts";
import { presentAt } from "./present.ts";
import { locked, type RewindPlace, refused, temporaryFor } from "./rewind.ts";

interface Work {
  readonly kept: KeptFile;
  readonly path: string;
  /** It is as it was before the rewind. */
  readonly isBack: boolean;
  /** What it held; null when it was not there. */
  readonly content: Buffer | null;
}

/**
 * Puts back what a rewind changed, with its time and permissions, all or none: refused as a whole where a file has changed
 * since. Also after a rewind or an undoing that died half-way. Returns the files that were put back.
 */
export async function undoRewind(id: string, place: RewindPlace): Promise<readonly string[]> {
  return locked(place, async () => {
    const { stateFolder, host, disk = nodeDisk } = place;
    const manifest = loadManifest(stateFolder, id, host.files);
    if (manifest.undoneAt !== null)
      throw new SessionError(
        "refused",
        `Rewind ${id} was undone at ${manifest.undoneAt}. Nothing was changed.`,
      );
    const work = checked(manifest, stateFolder, host);
    for (const one of work) putBack(one, manifest, host, disk);
    saveManifest(stateFolder, { ...manifest, undoneAt: host.now() });
    return work.filter(({ isBack }) => !isBack).map(({ kept }) => kept.path);
  });
}

function checked(manifest: Manifest, stateFolder: string, host: Host): Work[] {
  const problems: string[] = [];
  const work = manifest.files.flatMap((kept): Work[] => {
    const found = workFor(kept, manifest, stateFolder, host);
    if (typeof found !== "string") return [found];
    problems.push(`${kept.path}: ${found}`);
    return [];
  });
  if (problems.length > 0)
    throw refused(`Rewind ${manifest.id} was not undone, and no file was changed.`, problems);
  return work;
}

function workFor(kept: KeptFile, { id, root }: Manifest, stateFolder: string, host: Host): Work | string {
  const place = placeOf(kept.path, root, host.files);
  if (!place.isInside) return place.reason;
  if (place.name !== kept.path) return "A symbolic link leads elsewhere now.";
  const now = presentAt(place.path, host.files);
  if (now === "too-large") return "It has changed since the rewind.";
  const hash = now?.hash ?? null;
  const isBack = hash === (kept.before?.hash ?? null);
  if (!isBack && hash !== kept.afterHash)
    return "It has changed since the rewind. What was there before lies in the rewind's folder.";
  const { before } = kept;
  if (before === null) return { kept, path: place.path, isBack, content: null };
  const stored = presentAt(join(folderOf(stateFolder, id), before.content), host.files);
  const content = stored === null || stored === "too-large" ? null : keptContent(stored.bytes, before);
  if (content === null) return "What was kept of it is damaged or gone.";
  return { kept, path: place.path, isBack, content };
}

function putBack({ kept, path, isBack, content }: Work, manifest: Manifest, host: Host, disk: Disk): void {
  const temporary = temporaryFor(path, manifest.id);
  if (host.files.stamp(temporary) !== null) disk.remove(temporary);
  if (!isBack && (content === null || kept.before === null)) disk.remove(path);
  else if (!isBack && content !== null && kept.before !== null) {
    disk.makeFolder(dirname(path));
    disk.replace(path, content, { temporary, mode: kept.before.mode, mtimeMs: kept.before.mtimeMs });
  }
  const root = host.files.real(manifest.root);
  for (const folder of kept.folders.toReversed()) disk.removeEmptyFolder(join(root, folder));
}
