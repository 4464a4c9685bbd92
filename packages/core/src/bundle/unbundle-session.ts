import { join } from "node:path";
import { type BundleManifest, type SessionBundle, SessionError, type Unbundled } from "@reprise/model";
import { sessionBundleSchema } from "@reprise/model/schema";
import type { HeldFile, Placement } from "../agents/writing/session-mover.ts";
import { withTemporaryFolder } from "../host/files/temporary-folder.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import { bundleBytes, unpackBundle } from "./bundle-file.ts";
import { addAnnotation, planAnnotation } from "./bundled-annotation.ts";
import { damaged } from "./envelope.ts";
import { isSameFile } from "./is-same-file.ts";
import type { BundleLimits } from "./limits.ts";
import { type BundleMachine, programOf } from "./machine.ts";
import { mappedPath, type PathMove } from "./path-map.ts";
import { type NewFile, placeFiles } from "./place-files.ts";
import { checkBundle } from "./read-bundle.ts";

export interface UnbundleWish {
  readonly path: string;
  readonly moves: readonly PathMove[];
  /** The agent's home to write to; null: its usual one. */
  readonly home: string | null;
  readonly limits: BundleLimits;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  /** Called with what will be written, before anything is. */
  readonly onPlan?: ((plan: Unbundled) => Promise<void>) | undefined;
}

/**
 * Puts a bundled session where its agent resumes it. Everything is verified before anything is written, no file is replaced, and a
 * failure leaves nothing behind.
 */
export async function unbundleSession(wish: UnbundleWish, machine: BundleMachine): Promise<Unbundled> {
  const reading = { name: wish.path, limits: wish.limits };
  // Verified before anything is unpacked.
  const about = aboutIn(await checkBundle(bundleBytes(wish.path), reading), wish.path);
  return withTemporaryFolder(async (folder) => {
    const parts = join(folder, "parts");
    const manifest = await unpackBundle(bundleBytes(wish.path), parts, reading);
    const plan = await planned(about, { manifest, parts, folder }, wish, machine);
    await wish.onPlan?.(plan.shown);
    wish.signal.throwIfAborted();
    if (wish.isDryRun) return plan.shown;
    await placeFiles(plan.files, async () => {
      if (plan.placement.store?.state === "absent") await plan.placement.store.add();
    });
    await addAnnotation(about.session, plan.annotation, machine.host);
    return { ...plan.shown, isDone: true };
  });
}

function aboutIn({ kind, about }: BundleManifest, name: string): SessionBundle {
  if (kind !== "session") throw new SessionError("refused", `${name} is a bundle of a ${kind}, not of a session.`);
  const read = sessionBundleSchema.safeParse(about);
  if (!read.success) throw damaged(name, "what it says about its session is not valid");
  const { session, agent, thread } = read.data;
  if (session !== `${agent}:${thread}`) throw damaged(name, "it names two sessions");
  return read.data;
}

interface Unpacked {
  readonly manifest: BundleManifest;
  readonly parts: string;
  readonly folder: string;
}

async function planned(
  about: SessionBundle,
  { manifest, parts, folder }: Unpacked,
  wish: UnbundleWish,
  machine: BundleMachine,
) {
  const { host } = machine;
  const definition = machine.agents.find(({ agent }) => agent === about.agent);
  const mover = await (await definition?.acting())?.mover?.();
  if (!definition || !mover) throw new SessionError("refused", `This Reprise cannot add sessions of ${about.agent}.`);
  const home = wish.home ?? machine.homes[about.agent]?.[0] ?? definition.source.homes(host)[0] ?? "";
  const mapped = (path: string) => mappedPath(path, wish.moves);
  const here = about.workspace === null ? null : mapped(about.workspace);
  const held = heldFiles(manifest, parts, "agent/");
  if (held.length === 0) throw damaged(wish.path, "it holds no session");
  const order = { thread: about.thread, home, cwd: here, mapped, isMapped: wish.moves.length > 0 };
  const placement = await mover.place(
    held,
    { ...order, folder, program: programOf(about.agent, host), signal: wish.signal },
    host,
  );
  await checkPresent(about, placement, machine);
  const journals = heldFiles(manifest, parts, "journals/");
  const kept = journals.map(({ name, path }) => ({
    from: path,
    to: join(stateFolderOf(host), "unbundled", about.agent, safeName(about.thread), ...name.split("/")),
  }));
  const files = [...(await newFiles(placement.files)), ...(await newFiles(kept, { isKept: true }))];
  const stored =
    placement.store === null ? [] : [{ path: placement.store.path, state: storeState(placement.store.state) }];
  const annotation = planAnnotation(about.session, manifest, parts, host);
  const shown: Unbundled = {
    ...about,
    name: annotation.name,
    tags: annotation.tags,
    home,
    folder: here,
    files: [...stored, ...files.map(({ to, isNew }) => ({ path: to, state: isNew ? "new" : "same" }) as const)],
    changes: placement.changes,
    warnings: [...warningsOf(about, here, journals.length, wish, host), ...annotation.warnings],
    isDone: false,
  };
  return { shown, placement, files, annotation };
}

function storeState(state: "absent" | "same" | "different"): "new" | "same" {
  return state === "absent" ? "new" : "same";
}

function heldFiles({ parts }: BundleManifest, folder: string, prefix: string): HeldFile[] {
  return parts
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path }) => ({ name: path.slice(prefix.length), path: join(folder, ...path.split("/")) }));
}

/** One name in our own folder. */
function safeName(thread: string): string {
  return thread.replace(/[^0-9A-Za-z_-]/g, "_").slice(0, 200);
}

/** A session that is here and not exactly the bundled one is never touched. */
async function checkPresent(about: SessionBundle, placement: Placement, { library }: BundleMachine): Promise<void> {
  const targets = new Map(placement.files.map(({ from, to }) => [to, from]));
  const others = [];
  for (const path of placement.present) {
    const from = targets.get(path);
    if (from === undefined || !(await isSameFile(from, path))) others.push(path);
  }
  const isDifferent = placement.store === null ? others.length > 0 : placement.store.state === "different";
  if (!isDifferent) return;
  const here = await library.find(about.session).catch(() => null);
  const turns = here === null ? "" : ` with ${turnsOf(here.turnCount)}; the bundle has ${turnsOf(about.turnCount)}`;
  throw new SessionError(
    "refused",
    `${about.session} is already here${turns}. It is kept as it is, in ${placement.present[0]}. Nothing was written.`,
  );
}

function turnsOf(count: number): string {
  return count === 1 ? "1 turn" : `${count} turns`;
}

/** Throws if another file has the name. Journals that differ from an earlier bundle's are kept under another name. */
async function newFiles(
  files: readonly { readonly from: string; readonly to: string }[],
  { isKept = false } = {},
): Promise<NewFile[]> {
  const found: NewFile[] = [];
  for (const { from, to } of files) {
    const target = isKept ? await freeName(from, to) : to;
    const same = await isSameFile(from, target);
    if (same === false)
      throw new SessionError("refused", `${target} exists and is different. It is kept as it is. Nothing was written.`);
    found.push({ from, to: target, isNew: same === null });
  }
  return found;
}

async function freeName(from: string, to: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? to : `${to}.${count}`;
    if ((await isSameFile(from, name)) !== false) return name;
  }
}

function warningsOf(
  { workspace, isRedacted }: SessionBundle,
  here: string | null,
  journalCount: number,
  { moves }: UnbundleWish,
  { files }: Host,
): string[] {
  const isMissing = here !== null && files.stamp(here) === null;
  const isUnmoved = workspace !== null && moves.length > 0 && here === workspace;
  return [
    ...(isUnmoved ? [`No --map is about the session's folder, ${workspace}.`] : []),
    ...(isMissing
      ? [`The session's folder ${here} is not on this machine. Name where it is with --map ${here}=NEW.`]
      : []),
    ...(isRedacted ? ["Secrets in this bundle were replaced before it was made."] : []),
    ...(journalCount > 0
      ? ["Journals are kept for reading only: approvals and permissions from another machine do not count here."]
      : []),
  ];
}
