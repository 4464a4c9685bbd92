import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { RunScope } from "@reprise/model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sidecarPath } from "../src/journal/journal.ts";
import { openRun, openRunStage, type RunStage, turn } from "./run-stage.ts";

type Json = Record<string, unknown>;

const table = new URL("../../../docs/formats/journal.md", import.meta.url);
const scope: RunScope = {
  kind: "pull-request",
  host: "github.com",
  owner: "leynos",
  repository: "frankie",
  number: 42,
};
const asksFor = (id: string) => ({
  call: {
    name: "exec_command",
    id,
    arguments: { cmd: "echo one", sandbox_permissions: "require_escalated", justification: "needed" },
  },
});

let stage: RunStage;
/** Right after the agent had died over a request. */
let sidecar: Json;
/** Of the whole run, which went on after that. */
let records: Json[];
let journal = "";
/** What is known of the run otherwise than from its files. */
let thread = "";
let [openedAt, askedAt, closedAt] = ["", "", ""];
beforeAll(async () => {
  stage = await openRunStage("names", { newId: () => "r1", version: "1.2.3" });
  const { environment, model, home } = stage;
  const usual = stage.order({ scope });
  const order = { ...usual, settings: { ...usual.settings, model: "gpt-5.5", effort: "low" } };
  const signal = new AbortController().signal;
  model.push([{ text: "I ask first." }, asksFor("c1")]);
  openedAt = environment.host.now();
  const first = await openRun(order, environment, signal);
  for await (const event of turn(first, { id: "p1", text: "resolve the comments" }, signal)) {
    if (event.type !== "request" || !first.thread.pid) continue;
    askedAt = environment.host.now();
    process.kill(first.thread.pid, "SIGKILL");
  }
  await first.close();
  closedAt = environment.host.now();
  const [rollout = ""] = await home.sessionFiles();
  thread = /[0-9a-f-]{36}(?=\.jsonl$)/.exec(rollout)?.[0] ?? "no rollout";
  journal = first.journal.path;
  sidecar = JSON.parse(readFileSync(sidecarPath(journal), "utf8"));

  model.push([asksFor("c2")], [{ text: "Done." }]);
  const earlier = first.journal.state;
  if (!earlier?.thread) throw new Error("the run kept no thread");
  const second = await openRun({ ...order, resume: { thread: earlier.thread, earlier } }, environment, signal);
  for await (const event of turn(second, { id: "p2", text: "go on" }, signal)) {
    if (event.type === "request") second.answer(event.request.id, { decision: "session" });
  }
  await second.close();
  records = readFileSync(journal, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
});
afterAll(() => stage.close());

const between = (from: string, to: string) =>
  expect.toSatisfy((at) => typeof at === "string" && from <= at && at <= to, `between ${from} and ${to}`);
const beforeAsking = () => between(openedAt, askedAt);
const atTheEnd = () => between(askedAt, closedAt);
const someText = expect.stringMatching(/\S/);

/** Every name that document 000 gives to a field, and those of 004 that are about a run; with what this run must have there. */
const wanted: Readonly<Record<string, () => unknown>> = {
  "000 status": () => "interrupted",
  "000 transcript_path": () => journal,
  "000 thread_id": () => thread,
  "000 owner": () => "leynos",
  "000 repository": () => "frankie",
  "000 pr_number": () => 42,
  "000 started_at": beforeAsking,
  "000 finished_at": atTheEnd,
  "000 --- session resumed ---": () => "session resumed",
  "004 schemaVersion": () => 1,
  "004 appVersion": () => "1.2.3",
  "004 createdUtc": beforeAsking,
  "004 updatedUtc": atTheEnd,
  "004 workspaceId": () => stage.scratch.workspace,
  "004 working directory": () => stage.scratch.workspace,
  "004 selected model": () => "gpt-5.5",
  "004 reasoning": () => "low",
  "004 approval mode": () => "on-request",
  "004 turn ID": () => someText,
  "004 turn timestamp": beforeAsking,
  "004 streaming completion flag": () => someText,
  "004 user turn text": () => "resolve the comments",
  "004 last error message": () => someText,
  "004 approval kind": () => "command",
  "004 approval callId": () => "c1",
  "004 approval message": () => expect.stringContaining("echo one"),
  "004 approval canRemember": () => expect.arrayContaining(["once", "session"]),
  "004 approval queuedUtc": beforeAsking,
  "004 remembered approval": () => "session",
  "004 its signature": () => someText,
};

interface Row {
  readonly name: string;
  readonly sidecar: string;
  readonly journal: string;
}

function rows(): Row[] {
  const [, section = ""] = readFileSync(table, "utf8").split("## Names in other documents");
  return section.split("\n").flatMap((line) => {
    const [, document, there, inSidecar = "", inJournal = ""] = line
      .split("|")
      .map((cell) => cell.replaceAll("`", "").trim());
    if (document === undefined || !/^\d{3}$/.test(document)) return [];
    return [{ name: `${document} ${there}`, sidecar: inSidecar, journal: inJournal }];
  });
}

function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const field of path.split(".")) {
    const isList = field.endsWith("[]");
    at = (at as Json | null | undefined)?.[field.replace("[]", "")];
    if (isList) at = (at as unknown[] | undefined)?.[0];
  }
  return at;
}

function recorded(place: string): unknown {
  const [type = "", ...path] = place.split(".");
  return valueAt(
    records.find((record) => record.type === type),
    path.join("."),
  );
}

it("the table has a row for every name of the documents, and no other", () => {
  expect(rows().map(({ name }) => name)).toEqual(Object.keys(wanted));
});

it.each(Object.keys(wanted))("a run keeps %s where the table says", (name) => {
  const row = rows().find((one) => one.name === name);
  const value = wanted[name]?.();
  expect(row && (row.sidecar || row.journal)).toBeTruthy();
  if (row?.sidecar) expect(valueAt(sidecar, row.sidecar)).toEqual(value);
  if (row?.journal) expect(recorded(row.journal)).toEqual(value);
});

it("the files are named as document 000 names them", () => {
  expect(basename(journal)).toMatch(/^leynos-frankie-pr-42-\d{8}T\d{6}Z-r1\.jsonl$/);
  expect(sidecarPath(journal)).toBe(journal.replace(/\.jsonl$/, ".session.json"));
});
