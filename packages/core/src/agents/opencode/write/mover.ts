import { join } from "node:path";
import { asThreadId, SessionError, tryParseJson } from "@reprise/model";
import { replaceFile } from "../../../host/files/replace-file.ts";
import { makeFolder } from "../../../host/files/sync-folder.ts";
import type { Host } from "../../../host/host.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { unexpectedFile } from "../../writing/held-files.ts";
import { withMappedFields } from "../../writing/mapped-fields.ts";
import type { CollectOrder, HeldFile, PlaceOrder, SessionMover } from "../../writing/session-mover.ts";
import { opencodeHomeEnv } from "../exec/home.ts";
import { openDatabase } from "../read/locations.ts";
import { runOpencode } from "./run-opencode.ts";
import { type FoundSession, findSession } from "./writer.ts";

/** What `opencode export` prints, for the session and those of its sub-agents; `opencode import` takes it. */
export const opencodeMover: SessionMover = {
  agent: "opencode",
  async collect({ thread, rollouts }, order, host) {
    const store = rollouts.at(-1)?.path ?? "";
    if (!store.endsWith(".db"))
      throw new SessionError(
        "refused",
        "OpenCode kept this session in files of an early release. Start OpenCode once so that it migrates them, then try again.",
      );
    const { threads, data } = copyStore(store, thread, order, host);
    const held: HeldFile[] = [];
    for (const one of threads) {
      const session = await exported(one, data, order, host);
      const path = join(order.folder, `${one}.json`);
      const text = JSON.stringify(session);
      replaceFile(path, order.change === null ? text : order.change(text));
      held.push({ name: `${one}.json`, path });
    }
    return held;
  },
  async place(held, order, host) {
    const { thread, home, cwd, isMapped, mapped } = order;
    if (cwd === null || host.files.stamp(cwd) === null)
      throw new SessionError(
        "refused",
        `OpenCode adds sessions only in their folder, and ${cwd ?? "it"} is not here. Create it, or name another one with --map.`,
      );
    const env = { ...host.env, ...opencodeHomeEnv(home) };
    const agentHost = { ...host, env: { ...env, OPENCODE_DB: undefined } };
    const sessions = held
      .map((file) => readSession(file, host))
      .map((one) => (isMapped ? movedSession(one, mapped) : one));
    const states = sessions.map((session) => stateOf(session, findSession(String(session.info.id), agentHost)));
    const state = states.every((one) => one === states[0]) ? (states[0] ?? "absent") : "different";
    const found = findSession(thread, agentHost);
    return {
      files: [],
      present: found === null ? [] : [found.path],
      changes: isMapped ? ["Recorded folders are those of this machine."] : [],
      store: {
        path: found?.path ?? join(home, "opencode.db"),
        state,
        add: () => add(sessions, order, agentHost),
      },
    };
  },
};

interface Session {
  readonly info: Foreign;
  readonly messages: readonly unknown[];
}

/** OpenCode would write to its store while it reads it: it is given a copy. */
function copyStore(store: string, thread: string, { folder }: CollectOrder, host: Host) {
  const copy = openDatabase(store, host);
  if (copy === null) throw new SessionError("not-found", `${store} does not exist.`);
  try {
    const data = makeFolder(join(folder, "data", "opencode"));
    copy.all("VACUUM INTO ?", join(data, "opencode.db"));
    const below = `WITH RECURSIVE own(id) AS (SELECT id FROM session WHERE id = ?
      UNION SELECT session.id FROM session JOIN own ON session.parent_id = own.id) SELECT id FROM own`;
    return { data, threads: copy.all(below, thread).map(({ id }) => String(id)) };
  } finally {
    copy.close();
  }
}

async function exported(thread: string, data: string, order: CollectOrder, host: Host): Promise<Session> {
  order.signal.throwIfAborted();
  const env = { ...host.env, OPENCODE_DB: undefined };
  const outputFile = host.platform === "win32" ? null : join(order.folder, `${thread}-output`);
  const launch = { program: order.program, env, home: data, cwd: order.folder };
  const { output, words } = await runOpencode(["export", thread], launch, { outputFile });
  const text = outputFile === null ? output : (host.files.text(outputFile, mostBytes) ?? "");
  const session = sessionIn(text.slice(text.indexOf("{")));
  const found = findSession(thread, { ...host, env: { ...env, ...opencodeHomeEnv(data) } });
  if (session?.info.id === thread && stateOf(session, found) === "same") return session;
  throw new SessionError("unreadable", `OpenCode did not export all of ${thread}. It said: ${words || "nothing"}`);
}

function readSession({ name, path }: HeldFile, { files }: Host): Session {
  const session = sessionIn(files.text(path, mostBytes) ?? "");
  const id = textOf(session?.info.id) ?? "";
  if (session === null || !/^ses_[0-9A-Za-z_-]{1,128}$/.test(id) || name !== `${id}.json`)
    throw unexpectedFile(name, "OpenCode");
  return { ...session, info: withoutPermissions(session.info) };
}

/** Rules of the session that allow something would count here, and a shared session is shared by its owner. */
function withoutPermissions({ share, permission, ...info }: Foreign): Foreign {
  const denied = listOf(permission).filter((rule) => fieldOf(rule, "action") === "deny");
  return denied.length === 0 ? info : { ...info, permission: denied };
}

const mostBytes = 512 * 1024 * 1024;

function sessionIn(text: string): Session | null {
  const session = tryParseJson(text);
  const info = fieldOf(session, "info");
  return isForeign(info) ? { info, messages: listOf(fieldOf(session, "messages")) } : null;
}

/** By the ids of messages and parts. */
function stateOf({ messages }: Session, found: FoundSession | null): "absent" | "same" | "different" {
  if (found === null) return "absent";
  const ids = messages.map((message) => String(fieldOf(message, "info", "id")));
  const parts = messages.flatMap((message) =>
    listOf(fieldOf(message, "parts")).map((part) => String(fieldOf(part, "id"))),
  );
  const isSame = (have: ReadonlySet<string>, want: readonly string[]) =>
    have.size === want.length && want.every((id) => have.has(id));
  return isSame(found.messageIds, ids) && isSame(found.partIds, parts) ? "same" : "different";
}

function movedSession({ info, messages }: Session, mapped: (path: string) => string): Session {
  return {
    info: withMappedFields(info, ["directory"], mapped) ?? info,
    messages: messages.map((message) => {
      const about = fieldOf(message, "info");
      const path = withMappedFields(fieldOf(about, "path"), ["cwd", "root"], mapped);
      return path === null || !isForeign(message) || !isForeign(about)
        ? message
        : { ...message, info: { ...about, path } };
    }),
  };
}

/** A started import always runs to its end. */
async function add(sessions: readonly Session[], order: PlaceOrder, host: Host): Promise<void> {
  for (const session of sessions) {
    order.signal.throwIfAborted();
    const thread = asThreadId(String(session.info.id));
    const path = join(order.folder, `${thread}-import.json`);
    replaceFile(path, JSON.stringify(session));
    const { output, words } = await runOpencode(["import", path], {
      program: order.program,
      env: host.env,
      home: order.home,
      cwd: order.cwd ?? order.folder,
    });
    if (stateOf(session, findSession(thread, host)) === "same") continue;
    throw new SessionError("not-saved", `OpenCode did not import ${thread}. It said: ${words || output || "nothing"}`);
  }
}
