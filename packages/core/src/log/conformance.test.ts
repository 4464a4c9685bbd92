import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { asThreadId, type RunId, SessionError, type SessionId } from "@reprise/model";
import { describeLog, type LogStage } from "@reprise/testkit";
import { sampleRecords } from "../../test/projects/sample-records.ts";
import { entry, StoreStage, Telling } from "../../test/workbench/store-stage.ts";
import { annotationsPath, readAnnotationFile } from "../annotations/annotation-file.ts";
import { writeAnnotation } from "../annotations/write-annotation.ts";
import { nodeFiles } from "../host/files/node-files.ts";
import { nodeHost } from "../host/node-host.ts";
import { openJournal } from "../journal/journal.ts";
import { addLineage, lineagePath, readLineages } from "../journal/lineage.ts";
import { readJournal } from "../journal/read-journal.ts";
import { placeOf } from "../projects/find/place-of.ts";
import type { NewRecord } from "../projects/log/log-record.ts";
import { openLogWriter } from "../projects/log/open-log-writer.ts";
import { readLog } from "../projects/log/read-log.ts";
import { addReply, readReplies, repliesPath } from "../runs/saved-replies.ts";
import { readSession } from "../workbench/store/read-session.ts";

const host = nodeHost({ HOME: "/nowhere", PATH: process.env.PATH });

/** Where a sync costs nothing: the suite syncs some thousand times. */
const disk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder that does not exist yet, in one that goes with the test. */
function scratch(): { readonly state: string; readonly close: () => Promise<void> } {
  const root = mkdtempSync(join(disk, "reprise-log-"));
  return { state: join(root, "state"), close: async () => rmSync(root, { recursive: true, force: true }) };
}

/** Imports a source file of core, and `nodeHost`, in a program of its own. */
const using = (names: string, from: string) => `
  import { ${names} } from ${JSON.stringify(fileURLToPath(new URL(`../${from}`, import.meta.url)))};
  import { nodeHost } from ${JSON.stringify(fileURLToPath(new URL("../host/node-host.ts", import.meta.url)))};
  import { dirname } from "node:path";
  const [path, ...marks] = process.argv.slice(1);
  const host = nodeHost(process.env);`;

const none = async () => 0;

describeLog(
  "lineage",
  async (): Promise<LogStage> => {
    const { state, close } = scratch();
    const read = async () => [...readLineages(state, host).keys()].map((session) => session.replace("codex:", ""));
    const write = async (mark: string) => addLineage(state, `codex:${mark}` as SessionId, null, host);
    return { path: lineagePath(state), write, read, damageCount: none, close };
  },
  {
    newer: { line: '{"v":2,"at":"2027-01-01T00:00:00.000Z","session":"codex:new","lineage":null}', is: "passed over" },
    link: "followed",
    damaged: "continued",
    program: `${using("addLineage", "journal/lineage.ts")}
      for (const mark of marks) addLineage(dirname(path), "codex:" + mark, null, host);`,
  },
);

describeLog(
  "saved replies",
  async (): Promise<LogStage> => {
    const { state, close } = scratch();
    const read = async () =>
      readReplies(state, host).flatMap((reply) => (reply.type === "offer-declined" ? [reply.run] : []));
    const write = async (mark: string) => addReply(state, { type: "offer-declined", run: mark as RunId }, host);
    return { path: repliesPath(state), write, read, damageCount: none, close };
  },
  {
    newer: { line: '{"v":2,"at":"2027-01-01T00:00:00.000Z","type":"other"}', is: "passed over" },
    link: "followed",
    damaged: "continued",
    program: `${using("addReply", "runs/saved-replies.ts")}
      for (const run of marks) addReply(dirname(path), { type: "offer-declined", run }, host);`,
  },
);

describeLog(
  "annotations",
  async (): Promise<LogStage> => {
    const { state, close } = scratch();
    const path = annotationsPath(state);
    const write = async (mark: string) =>
      void (await writeAnnotation(path, `codex:${mark}` as SessionId, { name: "Mine" }, host));
    const read = async () =>
      [...readAnnotationFile(path, host).annotations.keys()].map((session) => session.replace("codex:", ""));
    const damageCount = async () => readAnnotationFile(path, host).badLines.length;
    return { path, write, read, damageCount, close };
  },
  {
    newer: { line: '{"v":2,"at":"2027-01-01T00:00:00.000Z","session":"codex:one","mood":"blue"}', is: "refused" },
    link: "followed",
    damaged: "continued",
    program: null,
    cutStep: 3,
  },
);

for (const origin of ["reprise", "codexpotter"] as const)
  describeLog(
    `project of ${origin}`,
    async (): Promise<LogStage> => {
      const { state, close } = scratch();
      const place = placeOf(join(state, `.${origin}/projects/2026/11/17/1`), nodeFiles);
      if (!place) throw new Error("no place");
      mkdirSync(place.path, { recursive: true });
      const whole = () => {
        const log = readLog(place, nodeFiles);
        const newer = log.problems.find(({ expected }) => expected.includes("format"));
        if (newer) throw new SessionError("newer-version", newer.found);
        return log;
      };
      const bad = () => whole().problems.filter(({ isTail, expected }) => !isTail && expected.startsWith("a record"));
      const write = async (mark: string) => {
        const { started, rounds } = whole();
        if (bad().length > 0) throw new Error("A damaged log is not continued.");
        const number = rounds.length + 1;
        const writer = openLogWriter(place, host);
        try {
          const rolloutPath = "/r.jsonl";
          if (!started) writer.append(sampleRecords[0] as NewRecord);
          writer.append({ type: "round-started", number, current: 1, total: 1, gitCommit: null });
          writer.append({ type: "round-configured", number, agent: "codex", thread: mark, rolloutPath });
        } finally {
          writer.close();
        }
      };
      const read = async () => whole().rounds.flatMap(({ configured }) => configured?.thread ?? []);
      return { path: place.logFile, write, read, damageCount: async () => bad().length, close };
    },
    {
      newer:
        origin === "reprise"
          ? { line: '{"v":2,"at":"2027-01-01T00:00:00.000Z","type":"round_started"}', is: "refused" }
          : null,
      link: "refused",
      damaged: "not continued",
      program: null,
      isShared: true,
      cutStep: 3,
    },
  );

describeLog(
  "journal of a run",
  async (): Promise<LogStage> => {
    const { state, close } = scratch();
    const path = join(state, "runs/workspace-x/run.jsonl");
    const identity = { pid: 1, startTicks: "2", boot: "3" };
    const write = async (mark: string) => {
      const options = { host, process: identity, onHealth: () => undefined, redacts: true };
      const journal = await openJournal(path, options);
      journal.append({ type: "thread-known", thread: asThreadId(mark), isPersisted: false, rollout: null });
      journal.close();
      if (journal.isBehind) throw new Error("Records wait for the disk.");
    };
    const reading = async () => {
      const { records, damage } = readJournal(path, host);
      return { records: await Array.fromAsync(records), damage };
    };
    const read = async () =>
      (await reading()).records.flatMap((record) => (record.type === "thread-known" ? [record.thread] : []));
    return { path, write, read, damageCount: async () => (await reading()).damage.length, close };
  },
  {
    newer: { line: '{"v":2,"seq":9,"type":"new"}', is: "refused" },
    link: "followed",
    damaged: "continued",
    program: null,
    cutStep: 3,
  },
);

describeLog(
  "workbench",
  async (): Promise<LogStage> => {
    const stage = new StoreStage();
    const write = async (mark: string) => {
      const workspace = await stage.store().open(stage.root, new Telling());
      workspace.saveSoon([entry(mark, mark)]);
      await workspace.flush().finally(() => workspace.close().catch(() => {}));
    };
    const reading = () => readSession(stage.path, () => null, stage.host);
    const read = async () => {
      const found = await reading();
      return found.kind === "read" ? found.state.entries.map(({ id }) => id) : [];
    };
    const damageCount = async () => {
      const found = await reading();
      return found.kind === "read" ? found.damageCount : 0;
    };
    return { path: stage.path, write, read, damageCount, close: async () => stage.remove() };
  },
  {
    // What cannot be read is moved aside, a newer version too: the workbench starts anew and says so.
    newer: null,
    link: "replaced",
    damaged: "continued",
    program: null,
    cutStep: 29,
  },
);
