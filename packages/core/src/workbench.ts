/**
 * Wires the workbench of each workspace, and what else a face remembers. What it knows: model/workbench/workbench.ts.
 *
 * - which folder has which workbench: workbench/open-workbenches.ts; one of them: workbench/session/workbench-session.ts
 * - which conversation is shown, what becomes of the others: workbench/session/conversations.ts; what pages get: workbench/session/feed.ts
 * - what a person can do in one: workbench/session/conversation.ts; with diffs: workbench/session/diff-review.ts
 * - how a prompt is sent: workbench/session/sending.ts; given back: workbench/session/returned-prompts.ts
 * - its runs: workbench/session/thread-runs.ts; what their events mean: workbench/session/run-changes.ts, workbench/session/history-changes.ts
 * - when saved state counts as true: workbench/session/connection.ts, workbench/session/reconcile.ts
 * - when it is saved: workbench/store/save-queue.ts, workbench/store/file-workspace.ts; without secrets: workbench/store/saved-form.ts
 * - how a damaged or older file is read: workbench/store/load-session.ts, workbench/store/migrations/migrate.ts, docs/formats/workspace.md
 * - encryption: workbench/cipher/keys.ts; settings: workbench/options/options.ts; events of saves and resumes: workbench/telemetry/telemetry.ts
 * - which files an `@` offers: workbench/files/recent-files.ts; pasted images: workbench/files/prompt-images.ts
 * - the rest of what a face remembers (drafts, the last agent, own interfaces of agents): workbench/drafts.ts, workbench/last-agent.ts,
 *   workbench/own-interface.ts
 */

import {
  type Agent,
  type KnownBrowsers,
  type Library,
  type Options,
  type Runner,
  type SavedOptions,
  SessionError,
} from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import { builtInAgents } from "./agents/registry.ts";
import { lastAgentOn } from "./app.ts";
import type { Host } from "./host/host.ts";
import { type Keyring, systemKeyring } from "./host/keyring.ts";
import { stateFolderOf } from "./host/own-folders.ts";
import { agentsIn } from "./workbench/available-agents.ts";
import { Keys } from "./workbench/cipher/keys.ts";
import { keysPath } from "./workbench/cipher/keys-path.ts";
import { openKnownBrowsers } from "./workbench/known-browsers.ts";
import { FileWorkbenches } from "./workbench/open-workbenches.ts";
import { openOptions } from "./workbench/options/options.ts";
import { openPageServers, type PageServers } from "./workbench/page-servers.ts";
import { FileWorkspaceStore } from "./workbench/store/file-workspace-store.ts";
import { sealingWith } from "./workbench/store/sealing.ts";
import { settingsFrom } from "./workbench/store/store-settings.ts";
import type { WorkspaceStore } from "./workbench/store/workspace-store.ts";
import type { Telemetry } from "./workbench/telemetry/telemetry.ts";
import { workspaceReport } from "./workbench/telemetry/workspace-report.ts";

export type { Keys } from "./workbench/cipher/keys.ts";
export type { Unlocking } from "./workbench/cipher/protection.ts";
export { type Rotated, rotateKey, type SealedFiles } from "./workbench/cipher/rotate-key.ts";
export type { FileWorkbenches } from "./workbench/open-workbenches.ts";
export type { PageServer, PageServers } from "./workbench/page-servers.ts";
export type { FileWorkspaceStore } from "./workbench/store/file-workspace-store.ts";
export type {
  LoadOutcome,
  SavedWorkspace,
  SaveListener,
  SaveTrigger,
  WorkspaceStore,
} from "./workbench/store/workspace-store.ts";
export type { Telemetry } from "./workbench/telemetry/telemetry.ts";

/** `[workbench]` of the user's settings. */
export function optionsOn(host: Host): SavedOptions {
  return openOptions(stateFolderOf(host), host);
}

/** The keys of encrypted saved sessions, locked until opened. */
export function keysOn(host: Host, keyring: Keyring = systemKeyring()): Keys {
  return new Keys(keysPath(stateFolderOf(host)), host, keyring);
}

/** Servers of `reprise open` on this machine. */
export function pageServersOn(host: Host): PageServers {
  return openPageServers(stateFolderOf(host), host);
}

/** Browsers that those servers have let in. */
export function knownBrowsersOn(host: Host): KnownBrowsers {
  return openKnownBrowsers(stateFolderOf(host), host);
}

interface WorkspaceStoreOptions {
  readonly version: string;
  readonly keys?: Keys | undefined;
  /** Call `follow` of the store when they have changed. */
  readonly options?: SavedOptions | undefined;
}

/** The saved workbenches of this machine. */
export function workspaceStoreOn(
  host: Host,
  { version, keys = keysOn(host), options = optionsOn(host) }: WorkspaceStoreOptions,
): FileWorkspaceStore {
  const settings = () => settingsFrom(options.read());
  return new FileWorkspaceStore({ host, appVersion: version, settings, sealing: sealingWith(keys, host) });
}

export interface WorkbenchesOptions {
  readonly runner: Runner;
  readonly library: Library;
  readonly version: string;
  /** Instead of the one on this machine. */
  readonly store?: WorkspaceStore | undefined;
  readonly agents?: readonly AgentDefinition[] | undefined;
  /** Gets the events of saves and resumes. */
  readonly telemetry?: Pick<Telemetry, "record"> | undefined;
  readonly onProblem?: ((error: unknown) => void) | undefined;
  /** How long an idle agent is kept when no page is open. */
  readonly idleMs?: number | undefined;
}

/** The workbenches of this machine. */
export function openWorkbenches(host: Host, options: WorkbenchesOptions): FileWorkbenches {
  const { runner, library, version, telemetry, agents = builtInAgents, onProblem = () => undefined } = options;
  const { store = workspaceStoreOn(host, { version }) } = options;
  const [last, saving] = [lastAgentOn(host, agents), optionsOn(host)];
  const [usual] = agents;
  if (usual === undefined) throw new Error("There are no agents.");
  return new FileWorkbenches({
    runner,
    library,
    host,
    stateFolder: stateFolderOf(host),
    store,
    onProblem,
    canSteer: (agent) => agents.some((one) => one.agent === agent && one.can.steers),
    subAgentTools: (agent) => agents.find((one) => one.agent === agent)?.subAgentTools ?? [],
    signIn: (agent) => agents.find((one) => one.agent === agent)?.signIn ?? "Sign in to it",
    remembers: () => saving.read().options.rememberApprovals,
    idleMs: options.idleMs,
    agentFor: (folder) => last.load(folder) ?? installed(agents, host) ?? usual.agent,
    reportFor: (workspace) => workspaceReport(workspace, (event) => telemetry?.record(event), host),
  });
}

function installed(agents: readonly AgentDefinition[], host: Host): Agent | undefined {
  return agentsIn(agents, host).find(({ whyNot }) => whyNot === null)?.agent;
}

/** What happens to saved workbenches, kept in this process, and sent to the collector that the options name. */
export async function openTelemetry(options: Pick<Options, "read">, version: string): Promise<Telemetry> {
  // Loaded on demand: only workbenches need it.
  const { Telemetry } = await import("./workbench/telemetry/telemetry.ts");
  const telemetry = new Telemetry({ version });
  try {
    telemetry.exportTo(options.read().options.telemetry);
  } catch (error) {
    // Settings that cannot be read name no collector; the options page says so.
    if (!(error instanceof SessionError)) throw error;
  }
  return telemetry;
}

/** The options as they take effect: a collector that is named or removed counts at once, and a keyring that cannot be used is not chosen. */
export function optionsInEffect(
  saved: SavedOptions,
  { telemetry, keys }: { readonly telemetry: Pick<Telemetry, "exportTo">; readonly keys: Pick<Keys, "openUnasked"> },
): Options {
  return {
    read: () => saved.read(),
    async change(values) {
      const { encrypt, key } = { ...saved.read().options, ...values };
      if (encrypt && (values.encrypt || values.key === "keyring")) await keys.openUnasked(key);
      const read = saved.change(values);
      telemetry.exportTo(read.options.telemetry);
      return read;
    },
  };
}
