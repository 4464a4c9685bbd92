import type { Value } from "./schema/value.ts";
import type { workspaceManifestSchema } from "./schema/workspace.ts";

/** How a packed workspace is rebuilt. */
export type WorkspaceManifest = Value<typeof workspaceManifestSchema>;
