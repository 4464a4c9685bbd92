import { packBundle } from "../bundle/pack-bundle.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { ChatState, StoredPart } from "./store/chat-store.ts";
import { filesIn, type Packing } from "./travel.ts";
import { packWorkspace } from "./workspace/pack-workspace.ts";
import { unpackWorkspace } from "./workspace/unpack-workspace.ts";

type Kept = Pick<ChatState, "workspace" | "snapshot">;

/** What the next turn needs to find the workspace as it is now: nothing, a snapshot or a bundle. */
export async function takeWorkspace(
  sandbox: Sandbox,
  save: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredPart>,
  about: Omit<Packing, "kind" | "spool">,
): Promise<Kept> {
  if (sandbox.isWorkspaceShared) return { workspace: null, snapshot: null };
  if (sandbox.snapshot) return { workspace: null, snapshot: await sandbox.snapshot() };
  const { parts } = await packWorkspace(sandbox);
  const sources = parts.map(({ path, sizeBytes, bytes }) => ({ path, sizeBytes, open: bytes }));
  const bundle = packBundle({ ...about, kind: "workspace", parts: sources });
  return { workspace: await save(bundle), snapshot: null };
}

/** Rejects with a `WorkspaceError` if it cannot be rebuilt. */
export async function putWorkspace(sandbox: Sandbox, bundle: AsyncIterable<Uint8Array>): Promise<void> {
  await unpackWorkspace(sandbox, filesIn(bundle));
}
