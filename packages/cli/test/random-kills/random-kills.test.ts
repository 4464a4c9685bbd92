import { caseCount, isWhole, randomFrom } from "@reprise/testkit";
import { expect, test } from "vitest";
import { type Face, type Kill, killCase, type Outcome, type Source, type Victim } from "./kill-case.ts";
import { KillStage } from "./kill-stage.ts";

/** `npm run campaign random-kills` kills so often, and as often with another REPRISE_SEED at other times. */
const killCount = caseCount({ campaign: 210, test: 7 });
const seed = Number(process.env.REPRISE_SEED ?? 20_261_116);
/** A stage is used for so many, then there is a new one: sessions that go on grow. */
const perStage = 14;

const faces: readonly Face[] = ["run", "app", "resume", "replay", "plain", "fork", "steering"];
const victims: readonly Victim[] = ["reprise", "both", "agent"];

/** Timed from the start of a command; the others from Enter. */
const isStarted = { run: true, resume: true, replay: true, fork: true };

/** The session that is resumed and replayed, and how long each face takes when nobody is killed; in the sample, about. */
async function prepared(stage: KillStage, first: number) {
  const cwd = stage.folder("source");
  const whole = (face: Face, number: number): Kill => ({ number, face, victim: "reprise", afterMs: null });
  stage.model.push([{ text: "I remember seven." }]);
  await stage.start(cwd, ["run", "remember the number seven", "--sandbox", "read-only"], null).exited;
  const source: Source = { cwd, session: await stage.onlySession() };
  const tookMs = new Map<Face, number>();
  for (const [index, face] of isWhole ? faces.entries() : []) {
    const outcome = await killCase(stage, whole(face, first + index), source);
    expect({ face, ...outcome }).toMatchObject({ face, place: "log", problems: [] });
    tookMs.set(face, outcome.tookMs);
  }
  return { source, tookMs };
}

test("killed at random times, no prompt is lost, and none is sent twice", {
  timeout: 7_200_000,
}, async () => {
  const random = randomFrom(seed);
  const counts = new Map<string, number>();
  const problems: string[] = [];
  let [stage, around]: [KillStage | null, Awaited<ReturnType<typeof prepared>> | null] = [null, null];
  let numbers = 0;
  try {
    for (let index = 0; index < killCount; index += 1) {
      if (index % perStage === 0) {
        await stage?.close();
        stage = await KillStage.open();
        around = await prepared(stage, numbers + 1);
        numbers += faces.length;
      }
      if (!stage || !around) throw new Error("There is no stage.");
      numbers += 1;
      const face = faces[index % faces.length] ?? "run";
      const victim = victims[Math.floor(random() * victims.length)] ?? "both";
      const afterMs = Math.round((around.tookMs.get(face) ?? 1000) * random() * (face in isStarted ? 1.1 : 1));
      const kill: Kill = { number: numbers, face, victim, afterMs };
      const { place, problems: found }: Outcome = await killCase(stage, kill, around.source);
      for (const name of [face, victim, place ?? "nowhere"]) counts.set(name, (counts.get(name) ?? 0) + 1);
      problems.push(...found.map((problem) => `${face}, ${victim} after ${afterMs} ms: ${problem}`));
      if (isWhole)
        process.stderr.write(
          [
            `${index + 1} of ${killCount}: ${face}, ${victim} after ${afterMs} ms: ${place}; ${problems.length} problems\n`,
            ...found.map((problem) => `  ${problem}\n`),
          ].join(""),
        );
    }
  } finally {
    await stage?.close();
  }
  if (isWhole) process.stderr.write(`seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect(problems).toEqual([]);
  expect(counts.get("nowhere")).toBeUndefined();
});
