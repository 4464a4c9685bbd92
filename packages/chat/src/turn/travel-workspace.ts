import { packBundle } from "@reprise/core/bundle";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ChatState, StoredPart } from "../store/chat-store.ts";
import { type Omitted, packWorkspace } from "../workspace/pack-workspace.ts";
import { unpackWorkspace } from "../workspace/unpack-workspace.ts";
import { filesIn, type Packing } from "./travel.ts";

interface Kept {
  readonly state: Pick<ChatState, "workspace" | "snapshot">;
  /** What the next turn will not find; null if it finds everything. */
  readonly omitted: string | null;
}

const nothing: Kept = { state: { workspace: null, snapshot: null }, omitted: null };

/** What the next turn needs to find the workspace as it is now: nothing, a snapshot or a bundle. */
export async function takeWorkspace(
  sandbox: Sandbox,
  save: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredPart>,
  about: Omit<Packing, "kind" | "spool">,
): Promise<Kept> {
  if (sandbox.isWorkspaceShared) return nothing;
  if (sandbox.snapshot) return { ...nothing, state: { workspace: null, snapshot: await sandbox.snapshot() } };
  const { parts, omitted } = await packWorkspace(sandbox);
  const sources = parts.map(({ path, sizeBytes, bytes }) => ({ path, sizeBytes, open: bytes }));
  const bundle = packBundle({ ...about, kind: "workspace", parts: sources });
  return { state: { workspace: await save(bundle), snapshot: null }, omitted: omittedText(omitted) };
}

const mostNamed = 5;

function omittedText(omitted: readonly Omitted[]): string | null {
  if (omitted.length === 0) return null;
  const named = omitted.slice(0, mostNamed).map(({ path, why }) => `${path} (${reasons[why]})`);
  const left = omitted.length - named.length;
  const more = left > 0 ? `, and ${left} more` : "";
  return `Not kept for the next message: ${named.join(", ")}${more}.`;
}

const reasons = { ignored: "ignored by git", cache: "a cache", link: "a link that leads elsewhere" } as const;

/** Rejects with a `WorkspaceError` if it cannot be rebuilt. */
export async function putWorkspace(sandbox: Sandbox, bundle: AsyncIterable<Uint8Array>): Promise<void> {
  await unpackWorkspace(sandbox, filesIn(bundle));
}
