import {
  type Answers,
  type Consent,
  type ConsentKind,
  consentFrom,
  consentRules,
  needsWider,
  questionsIn,
  type RestorePlan,
  recapIn,
  type Settled,
  whyNot,
} from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlannedRunner } from "../planned-runner.ts";
import { recordedPlans } from "../recorded-plans.ts";
import { anyPlan } from "./any-plan.ts";
import { FacedPerson } from "./faced-person.ts";

/** A face that shows a plan to a person and collects their answers. */
export interface AskingFace {
  /** Plans that it can be given; all without. */
  readonly takes?: (plan: RestorePlan) => boolean;
  readonly settled?: Settled;
  /** Questions that it does not have: the answer is no. */
  readonly without?: readonly ConsentKind[];
  readonly stays?: boolean;
  /** Names the option that allows wider permissions. */
  readonly wider: RegExp;
  /** The person can use that option here; else only on another face. */
  readonly canAllowWider: boolean;
  /** Leads the person through the face's own code, from the request to the start, or to where they stop. */
  ask(plan: RestorePlan, person: FacedPerson): Promise<void>;
}

const kinds = Object.keys(consentRules) as ConsentKind[];
const anyAnswers: fc.Arbitrary<Answers> = fc.oneof(
  fc.constant(all(kinds)),
  fc.subarray(kinds, { minLength: 3 }).map(all),
  fc.subarray(kinds).map(all),
);

function all(yes: readonly ConsentKind[]): Answers {
  return Object.fromEntries(kinds.map((kind) => [kind, yes.includes(kind)]));
}

/** Every face asks what `model/consent` says, in its order, and grants what the answers grant. */
export function describeAskingFace(name: string, face: AskingFace, { runs = 40 } = {}): void {
  const takes = face.takes ?? (() => true);
  describe(`${name}: what is asked before a plan is carried out`, () => {
    it("is what model/consent asks, in its order, and the answers grant what it says, for any plan", async () => {
      const given = [anyPlan.filter(takes), anyAnswers, fc.boolean()] as const;
      await fc.assert(
        fc.asyncProperty(...given, async (plan, answers, allowsWider) => {
          await judge(face, plan, { answers, allowsWider });
        }),
        { numRuns: runs },
      );
    });

    const recorded = recordedPlans().filter(({ plan }) => takes(plan));
    it.each(recorded.map(({ name: file, plan }) => [file, plan] as const))("holds for the plan %s", async (_, plan) => {
      const asked = questionsIn(plan, face.settled).map(({ kind }) => kind);
      const each = asked.map((kind) => all(kinds.filter((one) => one !== kind)));
      for (const answers of [all(kinds), ...each]) await judge(face, plan, { answers, allowsWider: true });
      if (needsWider(plan)) await judge(face, plan, { answers: all(kinds), allowsWider: false });
    });
  });
}

async function judge(
  face: AskingFace,
  plan: RestorePlan,
  says: { readonly answers: Answers; readonly allowsWider: boolean },
): Promise<void> {
  const { settled, without = [], stays } = face;
  const allowsWider = says.allowsWider && face.canAllowWider && needsWider(plan);
  const answers = { ...all([]), ...only(says.answers, without) };
  const person = new FacedPerson(plan, { answers, allowsWider }, settled);
  await face.ask(plan, person);
  const consents = person.runner.consents.map(({ carries: _, ...consent }) => consent);
  if (whyNot(plan, { allowsWider }) !== null) {
    expect(consents).toEqual([]);
    expect(person.put.filter(({ put }) => put !== "option")).toEqual([]);
    if (needsWider(plan)) expect(person.text).toMatch(face.wider);
    return;
  }
  const questions = questionsIn(plan, settled).filter(({ kind }) => !without.includes(kind));
  const expected = consentFrom(plan, answers, { settled, allowsWider, canAnswer: true, stays });
  expect(consents).toEqual(expected === null ? [] : [expected]);
  const order = questions.map(({ kind }) => kind);
  const own = person.put.filter(({ put }) => put === "own").map(({ kind }) => kind);
  expect(own).toEqual(order.filter((kind) => own.includes(kind)));
  if (expected !== null) expect(person.put.map(({ kind }) => kind).toSorted()).toEqual(order.toSorted());
  expect(person.wrongTicks).toEqual([]);
  for (const { kind, put, line, isYes, unseen } of person.put) {
    if (isYes && put !== "option") expect(unseen, kind).toEqual([]);
    if (put !== "start") continue;
    expect(consentRules[kind].no, kind).toBe("stops");
    // What is no by itself is agreed to only where it is named.
    if (!consentRules[kind].atFirst) expect(line).toMatch(/paid model call/);
  }
  const recap = recapIn(plan);
  if (consents[0]?.sendsRecap === true && recap !== null)
    for (const line of recap.split("\n")) expect(person.text).toContain(line.trim());
}

function only(answers: Answers, without: readonly ConsentKind[]): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([kind]) => !without.includes(kind as ConsentKind)));
}

/** A face that starts a plan by itself, or not at all. */
export interface SilentFace {
  readonly takes?: (plan: RestorePlan) => boolean;
  /** What it starts the plan with; null: it leaves it to a person. */
  readonly grants: (plan: RestorePlan) => Consent | null;
  /** What it says where it starts nothing. */
  readonly why: (plan: RestorePlan) => string | RegExp;
  /** Offers it the plan; returns what it shows. */
  offer(plan: RestorePlan, runner: PlannedRunner): Promise<string>;
}

/** It starts what nobody has to agree to, and of the rest says what waits. */
export function describeSilentFace(name: string, face: SilentFace, { runs = 40 } = {}): void {
  const takes = face.takes ?? (() => true);
  const judgeSilent = async (plan: RestorePlan) => {
    const runner = new PlannedRunner(plan);
    const text = await face.offer(plan, runner);
    const expected = face.grants(plan);
    const consents = runner.consents.map(({ carries: _, ...consent }) => consent);
    expect(consents).toEqual(expected === null ? [] : [expected]);
    if (expected === null) expect(text).toMatch(face.why(plan));
  };
  describe(`${name}: what starts without a question`, () => {
    it("is what needs no answer, and nothing else, for any plan", async () => {
      await fc.assert(fc.asyncProperty(anyPlan.filter(takes), judgeSilent), { numRuns: runs });
    });

    const recorded = recordedPlans().filter(({ plan }) => takes(plan));
    it.each(recorded.map(({ name: file, plan }) => [file, plan] as const))("holds for the plan %s", (_, plan) =>
      judgeSilent(plan),
    );
  });
}
