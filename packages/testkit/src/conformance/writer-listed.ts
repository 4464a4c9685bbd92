import { basename } from "node:path";
import { type PortableItem, type RolloutRef, turnStateOf } from "@reprise/core";
import type { Item } from "@reprise/model";
import { transcriptOf } from "../transcript-of.ts";
import type { WriterCase, WriterStage } from "./writer-stage.ts";

type Line = readonly unknown[];

/** A rollout as a person sees it, in the words of `linesOf`. */
export async function listed(rollout: RolloutRef, { given, host }: WriterStage) {
  const { outline, turns, damage } = await transcriptOf(rollout, given.source, host);
  const items = turns.flatMap((turn) => turn.items);
  return {
    thread: outline.about.thread ?? rollout.thread,
    workspace: outline.about.workspace ?? null,
    states: turns.map(({ state }) => state),
    lastState: outline.lastTurn && turnStateOf(outline.lastTurn, false),
    lines: items.flatMap((item) => lineOf(item, given)),
    damage,
  };
}

/** What a person ought to see of a history. */
export function linesOf(history: readonly PortableItem[]): Line[] {
  return history.map((item) => {
    if (item.kind !== "call") return [item.kind, item.text];
    const status = item.hasFailed ? "failed" : "done";
    if (item.call.tool === "command") return ["command", item.call.command, item.output, status];
    if (item.call.tool === "edit") return ["edit", pathsIn(item.call.patch), status];
    return ["tool", item.call.name, item.call.input, item.output, status];
  });
}

function lineOf(item: Item, given: WriterCase): Line[] {
  switch (item.kind) {
    case "prompt":
      return [["user", item.text]];
    case "reply":
      return [["assistant", item.text]];
    case "command":
      return [["command", item.command, item.output ?? "", item.status]];
    case "edit":
      // Some agents make paths absolute.
      return [["edit", item.changes.map(({ path }) => basename(path)).join(), item.status]];
    case "tool": {
      const isEdit = item.name === given.toldCall({ tool: "edit", patch: "" }).name;
      return isEdit
        ? [["edit", pathsIn(JSON.stringify(item.input)), item.status]]
        : [["tool", item.name, item.input, item.output ?? "", item.status]];
    }
    case "notice":
      return [];
    default:
      return [[item.kind]];
  }
}

function pathsIn(patch: string): string {
  return [...patch.matchAll(/\*\*\* (?:Add|Update|Delete) File: ([\w./-]+?)(?=\\n|\n|$)/g)]
    .map(([, path]) => path)
    .join();
}
