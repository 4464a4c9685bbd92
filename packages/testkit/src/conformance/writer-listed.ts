import { basename } from "node:path";
import { type PortableItem, type RolloutRef, turnStateOf } from "@reprise/core";
import type { Item } from "@reprise/model";
import { transcriptOf } from "../transcript-of.ts";
import type { WriterStage } from "./writer-stage.ts";

type Line = readonly unknown[];

/** A rollout as the user sees it, in the format of `linesOf`. */
export async function listed(rollout: RolloutRef, { given, host }: WriterStage) {
  const { outline, turns, damage } = await transcriptOf(rollout, given.source, host);
  const items = turns.flatMap((turn) => turn.items);
  return {
    thread: outline.about.thread ?? rollout.thread,
    workspace: outline.about.workspace ?? null,
    states: turns.map(({ state }) => state),
    lastState: outline.lastTurn && turnStateOf(outline.lastTurn, false),
    lines: items.flatMap((item) => lineOf(item)),
    damage,
  };
}

/** What the user should see of a history. */
export function linesOf(history: readonly PortableItem[], { given, scratch }: WriterStage): Line[] {
  const shell = given.toldCall({ tool: "command", command: "" }, "/")[0]?.name;
  return history.flatMap((item): Line[] => {
    if (item.kind === "assistant") return [["assistant", item.text]];
    if (item.kind === "user")
      return [...(item.text === "" ? [] : [["user", item.text]]), ...(item.attached ?? []).map(attachedLine)];
    const status = item.hasFailed ? "failed" : "done";
    const { call, output } = item;
    if (call.tool === "command") return [["command", call.command, output, status]];
    if (call.tool === "edit") return [["edit", call.changes.map(({ path }) => path).join(), status]];
    const [own] = given.toldCall(call, scratch.workspace);
    if (!own) return [["tool", call.name, call.input, output, status]];
    const isCommand = own.name === shell;
    return [
      [
        isCommand ? "command" : "tool",
        ...(isCommand ? Object.values(own.input as object) : [own.name, own.input]),
        output,
        status,
      ],
    ];
  });
}

type AttachedOne = NonNullable<(PortableItem & { kind: "user" })["attached"]>[number];

function attachedLine(one: AttachedOne): Line {
  if (one.kind === "attachment") return ["attachment", one.what, one.name, one.text];
  if (one.kind === "command") return ["command", one.command, one.output, "done"];
  return ["tool", one.name, one.input, one.output, one.hasFailed ? "failed" : "done"];
}

function lineOf(item: Item): Line[] {
  switch (item.kind) {
    case "prompt":
      return [["user", item.text]];
    case "attachment":
      return [["attachment", item.what, item.name, item.text]];
    case "reply":
      return [["assistant", item.text]];
    case "command":
      return [["command", item.command, item.output ?? "", item.status]];
    case "edit":
      // Some agents make paths absolute.
      return [["edit", item.changes.map(({ path }) => basename(path)).join(), item.status]];
    case "tool":
      return [["tool", item.name, item.input, item.output ?? "", item.status]];
    case "notice":
      return [];
    default:
      return [[item.kind]];
  }
}
