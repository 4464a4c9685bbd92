import { basename, dirname } from "node:path";
import { type Bundled, type SessionBundle, SessionError } from "@reprise/model";
import { fileBytes } from "../host/files/file-bytes.ts";
import { withTemporaryFolder } from "../host/files/temporary-folder.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import { findOwnRuns } from "../journal/find-runs.ts";
import { redactSecrets } from "../journal/redact.ts";
import type { RecordedSession } from "../library/file-library.ts";
import { headOf } from "../workspace/git-head.ts";
import { writeBundle } from "./bundle-file.ts";
import { annotationPart, bundledAnnotation } from "./bundled-annotation.ts";
import { type BundleMachine, programOf } from "./machine.ts";
import { manifestOf, type PartSource } from "./pack-bundle.ts";

export interface BundleWish {
  /** Id, prefix, name or path. */
  readonly session: string;
  readonly path: string;
  readonly replaces: boolean;
  readonly isRedacted: boolean;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
}

/** Everything about one session in one file. Nothing else is written. */
export function bundleSession(wish: BundleWish, machine: BundleMachine): Promise<Bundled> {
  return withTemporaryFolder(async (folder) => {
    const recorded = await machine.library.recorded(wish.session);
    const about = aboutOf(recorded, wish, machine.host);
    const parts = [
      ...(await agentParts(recorded, { ...wish, folder }, machine)),
      ...(await journalParts(recorded, machine.host)),
      ...annotationParts(recorded, wish, machine.host),
    ];
    const { host, version } = machine;
    const content = { kind: "session", about, appVersion: version, createdAt: host.now(), parts };
    const { parts: listed, totalBytes } = await manifestOf(content);
    const { path, replaces, isDryRun } = wish;
    wish.signal.throwIfAborted();
    const sizeBytes = isDryRun ? null : await writeBundle(content, path, { replaces });
    const names = listed.map(({ path: name, sizeBytes: size }) => ({ path: name, sizeBytes: size }));
    return { ...about, path, sizeBytes, parts: names, totalBytes };
  });
}

function aboutOf({ session, about }: RecordedSession, { isRedacted }: BundleWish, host: Host): SessionBundle {
  const { id, agent, thread, title, workspace, turnCount, updatedAt } = session;
  const clean = (text: string) => (isRedacted ? redactSecrets(text) : text);
  const head = workspace === null ? null : headOf(workspace, host.files);
  return {
    session: id,
    agent,
    thread,
    title: clean(title),
    workspace,
    turnCount,
    updatedAt,
    isRedacted,
    agentVersion: about.agentVersion ?? null,
    gitCommit: about.gitCommit ?? head?.commit ?? null,
    gitUrl: about.gitUrl?.replace(/\/\/[^@/]*@/, "//") ?? null,
  };
}

async function agentParts(
  { session, home, rollouts, about }: RecordedSession,
  { folder, isRedacted, signal }: BundleWish & { readonly folder: string },
  { host, agents }: BundleMachine,
): Promise<PartSource[]> {
  const { agent, thread, workspace } = session;
  const acting = await agents.find((one) => one.agent === agent)?.acting();
  if (!acting?.mover) throw new SessionError("refused", `Sessions of ${agent} cannot be bundled.`);
  if (rollouts.length === 0)
    throw new SessionError("not-found", `A file of ${session.id} no longer exists. List the sessions again.`);
  const mover = await acting.mover();
  const held = await mover.collect(
    { thread, home, rollouts, cwd: about.cwd ?? workspace },
    { change: isRedacted ? redactSecrets : null, folder, program: programOf(agent, host), signal },
    host,
  );
  return held.map(({ name, path }) => filePart(`agent/${name}`, path, host));
}

/** Journals are redacted when they are written. */
async function journalParts({ session }: RecordedSession, host: Host): Promise<PartSource[]> {
  const { runs } = await findOwnRuns(stateFolderOf(host), host);
  const own = runs.filter(({ agent, thread }) => agent === session.agent && thread === session.thread);
  return own.flatMap(({ journal }) => {
    const name = (path: string) => `journals/${basename(dirname(path))}/${basename(path)}`;
    const sidecar = journal.replace(/\.jsonl$/, ".session.json");
    const state = host.files.text(sidecar, mostSidecarBytes);
    return [filePart(name(journal), journal, host), ...(state === null ? [] : [textPart(name(sidecar), state)])];
  });
}

function annotationParts({ session }: RecordedSession, { isRedacted }: BundleWish, host: Host): PartSource[] {
  const noted = bundledAnnotation(session.id, isRedacted ? redactSecrets : (text) => text, host);
  return noted === null ? [] : [textPart(annotationPart, noted)];
}

const mostSidecarBytes = 64 * 1024 * 1024;

/** A sidecar is replaced at any time: it is read once. */
function textPart(path: string, text: string): PartSource {
  const bytes = Buffer.from(text);
  return {
    path,
    sizeBytes: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

/** Up to its size now. */
function filePart(name: string, path: string, { files }: Host): PartSource {
  const stamp = files.stamp(path);
  if (stamp === null) throw new SessionError("not-found", `${path} no longer exists. Try again.`);
  const { sizeBytes, mtimeMs } = stamp;
  const modifiedAt = new Date(Math.floor(mtimeMs)).toISOString() as PartSource["modifiedAt"];
  return { path: name, sizeBytes, modifiedAt, open: () => fileBytes(path, { toByte: sizeBytes }) };
}
