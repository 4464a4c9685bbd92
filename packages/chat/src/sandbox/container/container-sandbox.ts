import { randomUUID } from "node:crypto";
import type { Host } from "@reprise/core";
import { chatMark } from "../folder-sandbox.ts";
import { SandboxError, type SandboxProvider, type SandboxRequest } from "../sandbox.ts";
import { checkWorkspace } from "../sandbox-folders.ts";
import { Container } from "./container.ts";
import { ContainerClient } from "./container-client.ts";
import { homePlace, keepAlive, workspacePlace } from "./scripts.ts";

export interface ContainerOptions {
  readonly engine: "docker" | "podman";
  /** With `sh`, the usual POSIX programs and the agent. Null: none is configured. */
  readonly image: string | null;
  /** Default: the person, so that files of a shared workspace belong to them. */
  readonly user?: string | undefined;
  /** More options of `run`, such as `--memory=4g` or `--network=none`. */
  readonly runOptions?: readonly string[] | undefined;
  /** Options before the command, such as `--host`. */
  readonly clientOptions?: readonly string[] | undefined;
}

/** Names the image for chats on this machine. */
export const imageVariable = "REPRISE_CHAT_IMAGE";

/** One container a turn, without privileges. The person's files are not in it, but for a shared workspace. */
export function containerSandbox(host: Host, options: ContainerOptions): SandboxProvider {
  const { engine } = options;
  const client = new ContainerClient(engine, host, options.clientOptions ?? []);
  return {
    name: engine,
    isIsolated: true,
    isLocal: false,
    unavailable: () => unavailable(client, options),
    open: (request) => open(client, host, options, request),
  };
}

async function unavailable(
  client: ContainerClient,
  { image }: Pick<ContainerOptions, "image">,
): Promise<string | null> {
  const { name } = client;
  if (image === null)
    return `${name} needs an image that has the agent. Set ${imageVariable} to its name, or use another sandbox.`;
  if (!client.isInstalled) return `${name} is not installed. Install the package ${name}, or use another sandbox.`;
  const { code, stderr } = await client.run(["ps", "--quiet", "--filter", "label=reprise.none"]);
  return code === 0 ? null : `${name} cannot be used: ${stderr}. Start it, or use another sandbox.`;
}

async function open(
  client: ContainerClient,
  host: Host,
  options: ContainerOptions,
  request: SandboxRequest,
): Promise<Container> {
  const { workspace, snapshot, signal } = request;
  if (signal.aborted) throw new SandboxError("Cancelled before the sandbox was open.");
  if (snapshot !== null) throw new SandboxError(`The ${client.name} sandbox has no snapshots: open it without one.`);
  if (workspace !== null) checkWorkspace(workspace, host);
  const problem = await unavailable(client, options);
  if (problem !== null) throw new SandboxError(problem);
  const label = `reprise.chat=${chatMark(request).replace(/\.$/, "")}`;
  await removeLeftovers(client, label);
  const name = `reprise-${randomUUID()}`;
  const container = new Container({ client, name, isWorkspaceShared: workspace !== null });
  try {
    const shared = workspace === null ? null : host.files.real(workspace);
    await client.must("Starting the container", runArguments({ ...options, name, label, workspace: shared }));
    await container.prepare();
    if (signal.aborted) throw new SandboxError("Cancelled before the sandbox was open.");
    return container;
  } catch (error) {
    await container.dispose();
    throw error;
  }
}

/** Of a turn that was killed. */
async function removeLeftovers(client: ContainerClient, label: string): Promise<void> {
  const found = await client.must("Looking for containers", ["ps", "--all", "--quiet", "--filter", `label=${label}`]);
  const ids = found.split(/\s+/).filter((id) => /^[0-9a-f]+$/.test(id));
  if (ids.length > 0) await client.run(["rm", "--force", ...ids]);
}

interface RunArguments extends ContainerOptions {
  readonly name: string;
  readonly label: string;
  readonly workspace: string | null;
}

function runArguments({
  engine,
  image,
  user,
  runOptions = [],
  name,
  label,
  workspace,
}: RunArguments): readonly string[] {
  if (image === null || image.startsWith("-"))
    throw new SandboxError(`${JSON.stringify(image)} is no name of an image.`);
  const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  const isRootless = engine === "podman" && uid !== 0;
  return [
    ...["run", "--detach", "--rm", "--name", name, "--label", "reprise", "--label", label],
    ...["--cap-drop=ALL", "--security-opt=no-new-privileges", "--user", user ?? `${uid}:${gid}`],
    ...(isRootless ? ["--userns=keep-id"] : []),
    ...["--env", `HOME=${homePlace}`, "--workdir", "/", "--entrypoint", "sh"],
    ...(workspace === null ? [] : ["--mount", mountOf(workspace)]),
    ...runOptions,
    ...[image, "-c", keepAlive],
  ];
}

function mountOf(workspace: string): string {
  if (/[",\n]/.test(workspace))
    throw new SandboxError(
      `The workspace ${workspace} has a comma, a quote or a newline in its path, which containers do not take. Rename it.`,
    );
  return `type=bind,source=${workspace},target=${workspacePlace}`;
}
