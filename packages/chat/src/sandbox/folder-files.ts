import { type FoundFile, filesBelow, putFile } from "@reprise/core/parts";
import { checkedFiles, outermostPaths } from "./checked-files.ts";
import { innerNames } from "./inner-path.ts";
import { SandboxError, type SandboxFile, type SandboxRoot } from "./sandbox.ts";

/** The roots of a sandbox as folders of this machine; real paths. */
export type RootFolders = Readonly<Record<SandboxRoot, string>>;

/** Files of a sandbox whose home and workspace are folders of this machine. */
export class FolderFiles {
  readonly #folders: RootFolders;

  constructor(folders: RootFolders) {
    this.#folders = folders;
  }

  async put(root: SandboxRoot, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void> {
    for await (const file of checkedFiles(files)) {
      const mode = (root === "home" ? 0o600 : 0o666) | (file.isExecutable ? (root === "home" ? 0o100 : 0o111) : 0);
      await putFile(this.#folders[root], innerNames(file.path), file.bytes(), { mode }).catch((error) => {
        throw new SandboxError(`${file.path} could not be written: ${error.message}`, { cause: error });
      });
    }
  }

  async *get(root: SandboxRoot, paths: readonly string[]): AsyncGenerator<SandboxFile> {
    const found = outermostPaths(paths).flatMap((path) => {
      const files = filesBelow(this.#folders[root], path === "." ? [] : innerNames(path));
      const { value: first } = files.next();
      return first ? [{ at: first.names.join("/"), first, files }] : [];
    });
    // `a-b` comes before `a/b`, though `a` comes before `a-b`.
    for (const { first, files } of found.sort(({ at: a }, { at: b }) => (a < b ? -1 : 1))) {
      yield fileOf(first);
      for (const file of files) yield fileOf(file);
    }
  }
}

function fileOf({ names, sizeBytes, isExecutable, bytes }: FoundFile): SandboxFile {
  return { path: names.join("/"), sizeBytes, isExecutable, bytes };
}
