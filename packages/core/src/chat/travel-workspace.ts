import type { Sandbox } from "./sandbox/sandbox.ts";
import type { ChatState, StoredPart } from "./store/chat-store.ts";
import { type Packing, packFiles, putFiles } from "./travel.ts";

type Kept = Pick<ChatState, "workspace" | "snapshot">;

/** What the next turn needs to find the workspace as it is now: nothing, a snapshot or a bundle. */
export async function takeWorkspace(
  sandbox: Sandbox,
  save: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredPart>,
  about: Omit<Packing, "kind">,
): Promise<Kept> {
  if (sandbox.isWorkspaceShared) return { workspace: null, snapshot: null };
  if (sandbox.snapshot) return { workspace: null, snapshot: await sandbox.snapshot() };
  const files = packFiles(sandbox.get("workspace", ["."]), { ...about, kind: "workspace" });
  return { workspace: await save(files), snapshot: null };
}

export async function putWorkspace(sandbox: Sandbox, bundle: AsyncIterable<Uint8Array>): Promise<void> {
  await putFiles(sandbox, "workspace", bundle);
}
