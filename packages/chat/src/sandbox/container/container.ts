import type { Sandbox, SandboxCommand, SandboxFile, SandboxRoot } from "../sandbox.ts";
import { SandboxError } from "../sandbox.ts";
import type { ContainerClient } from "./container-client.ts";
import { getFiles, putFiles } from "./container-files.ts";
import { ContainerProcess } from "./container-process.ts";
import { check, homePlace, prepare, workspacePlace } from "./scripts.ts";

export interface ContainerParts {
  readonly client: ContainerClient;
  readonly name: string;
  readonly isWorkspaceShared: boolean;
}

export class Container implements Sandbox {
  readonly id: string;
  readonly home = homePlace;
  readonly workspace = workspacePlace;
  readonly isWorkspaceShared: boolean;
  readonly #client: ContainerClient;
  readonly #checked = new Set<string>();
  readonly #processes = new Set<ContainerProcess>();
  #owner = { uid: 0, gid: 0 };
  #startCount = 0;
  #disposed: Promise<void> | null = null;

  constructor({ client, name, isWorkspaceShared }: ContainerParts) {
    this.id = name;
    this.#client = client;
    this.isWorkspaceShared = isWorkspaceShared;
  }

  async prepare(): Promise<void> {
    const what = "Preparing the container, which needs sh and the usual programs,";
    const said = await this.#client.must(what, this.#exec(prepare));
    const [uid = 0, gid = 0] = said.split("\n").map(Number);
    this.#owner = { uid, gid };
  }

  async run(command: SandboxCommand): Promise<ContainerProcess> {
    this.#checkOpen();
    const cwd = command.cwd ?? this.workspace;
    await this.#checkProgram(command.program, cwd);
    const number = `${this.#startCount++}`;
    const parts = { client: this.#client, container: this.id, number, cwd };
    const started = await ContainerProcess.start(command, parts);
    this.#processes.add(started);
    void started.exited.then(() => this.#processes.delete(started));
    return started;
  }

  async put(root: SandboxRoot, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void> {
    this.#checkOpen();
    await putFiles({ client: this.#client, container: this.id, root: this[root], owner: this.#owner }, files);
  }

  get(root: SandboxRoot, paths: readonly string[]): AsyncIterable<SandboxFile> {
    return getFiles({ client: this.#client, container: this.id, root: this[root] }, paths);
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#remove();
    return this.#disposed;
  }

  #checkOpen(): void {
    if (this.#disposed !== null) throw new SandboxError("The sandbox is closed. Open another one.");
  }

  #exec(script: string, ...args: readonly string[]): readonly string[] {
    return ["exec", this.id, "sh", "-c", script, "sh", ...args];
  }

  async #checkProgram(program: string, cwd: string): Promise<void> {
    const key = `${program}\0${cwd}`;
    if (this.#checked.has(key)) return;
    const { code, stderr } = await this.#client.run(this.#exec(check, program, cwd));
    if (code === 3)
      throw new SandboxError(
        `${program} is not installed in the container. Install it in the image, or use another image.`,
      );
    if (code === 4) throw new SandboxError(`The folder ${cwd} does not exist in the container.`);
    if (code !== 0) throw new SandboxError(`The container cannot be used: ${stderr || `exit code ${code}`}`);
    this.#checked.add(key);
  }

  async #remove(): Promise<void> {
    const processes = [...this.#processes];
    // Ends everything in it at once; a container that never started is no error.
    await this.#client.run(["rm", "--force", "--volumes", this.id]).catch(() => undefined);
    await Promise.all(processes.map((running) => running.abandon()));
  }
}
