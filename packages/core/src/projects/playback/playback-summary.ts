import {
  asThreadId,
  type ProjectState,
  playbackIdOf,
  type SessionFile,
  type SessionId,
  type SessionState,
  type SessionSummary,
} from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { logProblems, type ReadProject } from "../read-project.ts";
import { summariseProject } from "../summarise-project.ts";
import { lastTurn, type RoundPart } from "./round-parts.ts";

const states: Readonly<Record<ProjectState, SessionState>> = {
  running: "working",
  parked: "parked",
  interrupted: "interrupted",
  succeeded: "completed",
  stopped: "stopped",
  failed: "failed",
  "rounds-used": "completed",
  damaged: "interrupted",
};

/** All rounds as one session. */
export function playbackSummary(
  project: ReadProject,
  parts: readonly RoundPart[],
  files: Pick<Files, "stamp">,
): SessionSummary {
  const { path, title, state, owner, workspace, agent, createdAt, updatedAt, parkedUntil } = summariseProject(project);
  const sessions = parts.flatMap(({ session }) => session ?? []);
  const sum = (field: "itemCount" | "messageCount" | "toolCount" | "sizeBytes" | "damageCount") =>
    sessions.reduce((total, session) => total + session[field], 0);
  const last = parts.at(-1);
  const turnCount = last ? lastTurn(last) : 0;
  const noticeCount = parts.reduce((total, { hasEnd }) => total + (hasEnd ? 2 : 1), 0);
  return {
    id: playbackIdOf(path) as SessionId,
    shortId: playbackIdOf(path),
    agent: agent ?? "project",
    thread: asThreadId(path),
    title,
    name: null,
    tags: [],
    owner,
    workspace,
    createdAt,
    updatedAt,
    turnCount,
    state: turnCount === 0 ? "empty" : states[state],
    parkedUntil: state === "parked" ? parkedUntil : null,
    itemCount: sum("itemCount") + noticeCount,
    messageCount: sum("messageCount"),
    toolCount: sum("toolCount"),
    model: sessions.at(-1)?.model ?? null,
    source: "project",
    archived: false,
    hidden: false,
    subagentOf: null,
    lineage: null,
    sizeBytes: sum("sizeBytes"),
    damageCount: sum("damageCount") + logProblems(project).length,
    files: [logFile(project, files), ...sessions.flatMap((session) => session.files)],
  };
}

function logFile({ place }: ReadProject, files: Pick<Files, "stamp">): SessionFile {
  return { path: place.logFile, sizeBytes: files.stamp(place.logFile)?.sizeBytes ?? 0, role: "main" };
}
