import { asThreadId, type Damage, type Finding, type SessionId, sessionIdOf } from "@reprise/model";
import type { AgentSource, RolloutRef } from "../../agents/reading/source.ts";
import type { Host } from "../../host/host.ts";
import { Outliner } from "../../transcript/outline.ts";

interface Reading {
  readonly session: SessionId | null;
  readonly agent: string;
  readonly turnCount: number;
  readonly itemCount: number;
  readonly damage: readonly Damage[];
}

/** A file outside every home: what it would be inside one. */
export async function diagnoseFile(path: string, sources: readonly AgentSource[], host: Host): Promise<Finding> {
  const readings = await Promise.all(sources.map((source) => readAs(source, path, host)));
  const [best] = readings
    .filter((one) => one !== null)
    .toSorted((a, b) => b.itemCount - a.itemCount || a.damage.length - b.damage.length);
  if (!best || best.itemCount === 0)
    return {
      path,
      session: null,
      listed: false,
      reasons: ["it is not a session file of any agent"],
      damage: [],
      ailments: [],
    };
  const reasons = [
    `it reads as a session of ${best.agent} with ${best.turnCount} turn(s), but is in no home that Reprise reads`,
  ];
  return { path, session: best.session, listed: false, reasons, damage: best.damage, ailments: [] };
}

/** Null if this source cannot read it. */
async function readAs(source: AgentSource, path: string, host: Host): Promise<Reading | null> {
  const stamp = host.files.stamp(path);
  if (!stamp) return null;
  const { sizeBytes, mtimeMs } = stamp;
  const rollout: RolloutRef = {
    agent: source.agent,
    home: "",
    key: path,
    path,
    sizeBytes,
    mtimeMs,
    version: "",
    thread: null,
    rolloutId: null,
    archived: false,
  };
  const outliner = new Outliner();
  const damage: Damage[] = [];
  let recognised = 0;
  try {
    for await (const { facts } of source.decode(rollout, host, { depth: "full" })) {
      outliner.take(facts);
      for (const fact of facts) {
        if (fact.type === "damage") damage.push(fact.damage);
        else if (fact.type === "item" && fact.item.kind !== "opaque") recognised += 1;
      }
    }
  } catch {
    // Sources may throw on files of others.
    return null;
  }
  const { about, turnCount } = outliner.result();
  const session = about.thread ? sessionIdOf(source.agent, asThreadId(about.thread)) : null;
  return { session, agent: source.agent, turnCount, itemCount: recognised, damage };
}
