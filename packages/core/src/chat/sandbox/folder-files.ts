import { filesBelow } from "../../host/files/files-below.ts";
import { putFile } from "../../host/files/put-file.ts";
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
      const mode =
        (root === "home" ? 0o600 : 0o666) | (file.isExecutable ? (root === "home" ? 0o100 : 0o111) : 0);
      await putFile(this.#folders[root], innerNames(file.path), file.bytes(), { mode }).catch((error) => {
        throw new SandboxError(`${file.path} could not be written: ${error.message}`, { cause: error });
      });
    }
  }

  async *get(root: SandboxRoot, paths: readonly string[]): AsyncGenerator<SandboxFile> {
    for (const path of outermostPaths(paths))
      for (const { names, sizeBytes, isExecutable, bytes } of filesBelow(
        this.#folders[root],
        path === "." ? [] : innerNames(path),
      ))
        yield { path: names.join("/"), sizeBytes, isExecutable, bytes };
  }
}
