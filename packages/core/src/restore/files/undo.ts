import { basename, dirname, join } from "node:path";
import { SessionError } from "@reprise/model";
import { type FileWriter, nodeFileWriter } from "../../host/files/file-writer.ts";
import { insideFolder } from "../../host/files/inside-folder.ts";
import type { Host } from "../../host/host.ts";
import { currentFile } from "./current-file.ts";
import { fileTarget, folderNames } from "./file-target.ts";
import { folderOf, loadManifest, type Manifest, type SavedFile, savedContent, saveManifest } from "./manifest.ts";
import { limitsIn, locked, type RewindStore, refused, savedOr, temporaryName } from "./rewind.ts";
import type { RewindLimits } from "./rewind-limits.ts";

interface Work {
  readonly kept: SavedFile;
  readonly path: string;
  readonly isBack: boolean;
  /** Null if it did not exist. */
  readonly content: Buffer | null;
}

/** All or none, with times and permissions; refused if a file changed since. Works after an interrupted rewind or undo. */
export async function undoRewind(id: string, place: RewindStore): Promise<readonly string[]> {
  return locked(place, async () => {
    const { stateFolder, host, writer = nodeFileWriter } = place;
    const manifest = loadManifest(stateFolder, id, host.files);
    if (manifest.undoneAt !== null)
      throw new SessionError("refused", `Rewind ${id} was undone at ${manifest.undoneAt}. Nothing was changed.`);
    const limits = limitsIn(manifest.root, place);
    const work = checked(manifest, limits, place);
    for (const one of work) putBack(one, manifest, limits, { host, writer });
    savedOr("The files are back, but the rewind still counts as not undone", () =>
      saveManifest(stateFolder, { ...manifest, undoneAt: host.now() }),
    );
    return work.filter(({ isBack }) => !isBack).map(({ kept }) => kept.path);
  });
}

function checked(manifest: Manifest, limits: RewindLimits, place: RewindStore): Work[] {
  const problems: string[] = [];
  const work = manifest.files.flatMap((kept): Work[] => {
    const found = workFor(kept, manifest.id, limits, place);
    if (typeof found !== "string") return [found];
    problems.push(`${kept.path}: ${found}`);
    return [];
  });
  if (problems.length > 0) throw refused(`Rewind ${manifest.id} was not undone, and no file was changed.`, problems);
  return work;
}

function workFor(kept: SavedFile, id: string, limits: RewindLimits, { stateFolder, host }: RewindStore): Work | string {
  const target = fileTarget(kept.path, limits, host.files);
  if (!target.isInside) return target.reason;
  if (target.name !== kept.path) return "Its path differs from the saved one.";
  const now = currentFile(target.path, host.files);
  if (now === "too-large") return "It has changed since the rewind.";
  const hash = now?.hash ?? null;
  const isBack = hash === (kept.before?.hash ?? null);
  if (!isBack && hash !== kept.afterHash)
    return "It has changed since the rewind. The saved copy is in the rewind's folder.";
  const { before } = kept;
  if (before === null) return { kept, path: target.path, isBack, content: null };
  const stored = currentFile(join(folderOf(stateFolder, id), before.content), host.files);
  const content = stored === null || stored === "too-large" ? null : savedContent(stored.bytes, before);
  if (content === null) return "Its saved copy is damaged or gone.";
  return { kept, path: target.path, isBack, content };
}

function putBack(
  { kept, path, isBack, content }: Work,
  manifest: Manifest,
  limits: RewindLimits,
  { host, writer }: { readonly host: Host; readonly writer: FileWriter },
): void {
  const { before } = kept;
  const [name, temporary] = [basename(path), temporaryName(path, manifest.id)];
  const isRestored = !isBack && content !== null && before !== null;
  if (isRestored || host.files.stamp(dirname(path)) !== null)
    insideFolder(limits.root, folderNames(kept.path), { makes: isRestored }, (folder) => {
      writer.remove(join(folder, temporary));
      if (isBack) return;
      if (content === null || before === null) return writer.remove(join(folder, name));
      writer.replace(join(folder, name), content, {
        temporary: join(folder, temporary),
        mode: before.mode,
        mtimeMs: before.mtimeMs,
      });
    });
  for (const made of kept.folders.toReversed()) {
    if (host.files.stamp(join(limits.root, made)) === null) continue;
    insideFolder(limits.root, folderNames(made), { makes: false }, (folder) =>
      writer.removeEmptyFolder(join(folder, basename(made))),
    );
  }
}
