import { findProgram, type Host } from "@reprise/core";
import { type ChildInput, startByteChild } from "@reprise/core/parts";
import { SandboxError } from "../sandbox.ts";

const mostOutput = 256 * 1024 * 1024;

/** What the client itself reads: the engine's address, its own configuration and helpers. */
const ownVariables =
  /^(?:PATH|HOME|USER|LANG|TMPDIR|XDG_[A-Z_]+|DOCKER_\w+|CONTAINERS?_\w+|SSH_AUTH_SOCK|(?:https?|all|no)_proxy)$/i;

/** `docker` or `podman`, by its command line. */
export class ContainerClient {
  readonly name: string;
  readonly #host: Host;
  readonly #options: readonly string[];

  /** `options` come before the command. */
  constructor(name: string, host: Host, options: readonly string[]) {
    this.name = name;
    this.#host = host;
    this.#options = options;
  }

  get isInstalled(): boolean {
    return findProgram(this.name, this.#host.env) !== null;
  }

  /** How a command is started; `env` reaches the client, and no command line. */
  launch(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const own = Object.entries(this.#host.env).filter(([name]) => ownVariables.test(name));
    const program = findProgram(this.name, this.#host.env) ?? this.name;
    return {
      program,
      args: [...this.#options, ...args],
      cwd: "/",
      env: { ...env, ...Object.fromEntries(own) },
    };
  }

  /** Options that give a container these variables. Values of secrets are in the client's environment only. */
  variables(env: Readonly<Record<string, string>>): readonly string[] {
    return Object.entries(env).flatMap(([name, value]) => {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
        throw new SandboxError(`${JSON.stringify(name)} is no name of a variable.`);
      // The client needs its own value of these.
      return ["--env", ownVariables.test(name) ? `${name}=${value}` : name];
    });
  }

  /** Runs a command of the client to its end. Rejects with a `SandboxError` only if it cannot start. */
  async run(args: readonly string[], input: ChildInput = ""): Promise<ClientAnswer> {
    const child = await startByteChild(this.launch(args), input).catch((error: Error) => {
      throw new SandboxError(`${this.name} could not be started: ${error.message}`, { cause: error });
    });
    const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    const { code } = await child.finished;
    return { code, stdout, stderr: stderr.trim().slice(-2000) };
  }

  /** The output of a command that must succeed. Rejects with a `SandboxError`. */
  async must(what: string, args: readonly string[], input: ChildInput = ""): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, input);
    if (code === 0) return stdout;
    throw new SandboxError(`${what} failed: ${stderr || `${this.name} ended with ${code}`}`);
  }
}

export interface ClientAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > mostOutput) throw new SandboxError("The container has too many files to list.");
    all.push(piece);
  }
  return Buffer.concat(all).toString("utf8");
}
