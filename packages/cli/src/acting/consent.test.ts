import type { Drift, PlanOf } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { scriptedKeyboard } from "../../test/support/keyboard.ts";
import { drift, plan } from "../../test/support/plans.ts";
import type { Values } from "../arguments/options.ts";
import { type Questions, questionsOn } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { askBesides, askConsent, askStart, bareConsent, fullConsent, goesOn, openQuestions } from "./consent.ts";

const nothingSaid = { model: null, provider: null, effort: null, sandbox: null, approval: null, cwd: null };
const job = (values: Partial<Values> = {}): Job =>
  ({
    values: { ...nothingSaid, "allow-wider": false, ...values },
    machine: { cwd: "/" },
  }) as Partial<Job> as Job;

/** A person who presses these keys, with a record of the questions. */
function person(keys: string): Questions & { readonly asked: string[] } {
  const asked: string[] = [];
  const keyboard = scriptedKeyboard(keys);
  const stderr = { write: async (text: string) => void asked.push(text.trim()) };
  const questions = questionsOn({ stderr: stderr as never, openKeyboard: async () => keyboard.open() });
  return { ...questions, asked };
}
const texts = (one: { readonly asked: string[] }) => one.asked.filter((text) => text.length > 1);

const wider = drift({ kind: "setting", subject: "sandbox", widens: true });
const model = (note: string | null) => drift({ kind: "setting", subject: "model", note });
const approvals: PlanOf<"resume">["approvals"] = [{ hash: "h", subject: "make", source: "saved" as const }];
const ailments: PlanOf<"resume">["ailments"] = [
  { kind: "nul", onResume: "sent", file: "/f", line: 1, byteOffset: 0, detail: "A NUL." },
];
const everything = plan({ drift: [drift()], approvals, recap: "left" });

describe("what is open", () => {
  it("is what changed, approvals, the recap and a known failure, each by itself", () => {
    const kinds = (given: Parameters<typeof plan>[0]) => openQuestions(job(), plan(given)).map(({ kind }) => kind);
    expect(kinds({})).toEqual([]);
    expect(kinds({ drift: [drift()] })).toEqual(["changes"]);
    expect(kinds({ approvals })).toEqual(["approvals"]);
    expect(kinds({ recap: "left" })).toEqual(["recap"]);
    expect(kinds({ ailments })).toEqual(["failure"]);
    expect(openQuestions(job(), everything).map(({ kind }) => kind)).toEqual([...["changes", "approvals", "recap"]]);
  });

  it("a setting that was said is no question any more, unless it costs something", () => {
    const open = (one: Drift, values: Partial<Values> = {}) =>
      openQuestions(job(values), plan({ drift: [one] })).length;
    expect(open(model(null))).toBe(1);
    expect(open(model(null), { model: "m2" })).toBe(0);
    expect(open(model(null), { effort: "high" })).toBe(1);
    expect(open(model("one paid call"), { model: "m2" })).toBe(1);
    expect(open(drift({ kind: "folder", subject: "cwd" }), { cwd: "/" })).toBe(0);
    expect(open(drift({ kind: "git", subject: "model" }), { model: "m2" })).toBe(1);
  });

  it("what would be wider is no question: it needs words of its own", () => {
    expect(openQuestions(job(), plan({ drift: [wider] }))).toEqual([]);
  });
});

describe("--yes", () => {
  it("is yes to all that is open, and to nothing wider", async () => {
    const consent = fullConsent(job(), null);
    expect(consent).toMatchObject({
      reappliesApprovals: true,
      sendsRecap: true,
      allowsWider: false,
      canAnswer: false,
      trustsLog: false,
    });
    expect(consent.drift).toBe("accept");
  });

  it("is yes to what is wider too where that was said", async () => {
    const consent = fullConsent(job({ "allow-wider": true }), person(""));
    expect(consent).toMatchObject({ allowsWider: true, canAnswer: true, trustsLog: true });
    expect(consent.drift).toBe("accept");
  });
});

it("where nothing was open, nothing is agreed to that only the handshake finds", async () => {
  const consent = bareConsent(job(), plan());
  expect(consent).toMatchObject({
    reappliesApprovals: false,
    sendsRecap: false,
    allowsWider: false,
    canAnswer: false,
  });
  expect(consent?.drift).toBe("refuse");
  expect(bareConsent(job({ "allow-wider": true }), plan())?.allowsWider).toBe(true);
  expect(bareConsent(job(), everything)).toBeNull();
});

describe("the questions of a resume", () => {
  it("are asked one by one, and each answer is just that", async () => {
    const yes = person("y y y");
    expect(await askConsent(job(), everything, yes)).toMatchObject({
      reappliesApprovals: true,
      sendsRecap: true,
      allowsWider: false,
      canAnswer: true,
    });
    expect(texts(yes)).toEqual([
      "1 thing changed, as shown. Continue? [y/n]",
      "Reuse 1 saved approval? [y/n]",
      "Send the recap of unfinished work? [y/n]",
    ]);
    expect(await askConsent(job(), everything, person("y n y"))).toMatchObject({
      reappliesApprovals: false,
      sendsRecap: true,
    });
    expect(await askConsent(job({ "allow-wider": true }), everything, person("y y n"))).toMatchObject({
      reappliesApprovals: true,
      sendsRecap: false,
      allowsWider: true,
    });
  });

  it("no to what changed, or Esc anywhere, and nothing is started", async () => {
    for (const keys of ["n", "escape", "y escape y", "y y escape", "y y interrupt"])
      expect(await askConsent(job(), everything, person(keys)), keys).toBeNull();
  });

  it("what is not open is not asked, and not agreed to", async () => {
    const nobody = person("");
    expect(await askConsent(job(), plan(), nobody)).toMatchObject({
      reappliesApprovals: false,
      sendsRecap: false,
    });
    expect(nobody.asked).toEqual([]);
  });

  it("what the agent comes back with is asked again", async () => {
    expect((await askConsent(job(), plan(), person("")))?.drift).toBe("ask");
    const one = person("n");
    expect(await goesOn(one, [drift()])).toBe("no");
    expect(texts(one)).toEqual(["1 thing changed, as shown. Continue? [y/n]"]);
  });
});

describe("approvals that only the agent's log claims", () => {
  const claims = [...approvals, { hash: "l", subject: "curl", source: "log" as const }];

  it("are a question of their own, in a resume and before a start", async () => {
    const asked = ["Reuse 1 saved approval? [y/n]", "Reuse 1 approval that only the agent's log claims? [y/n]"];
    const [resumed, started] = [person("y n"), person("n y enter")];
    expect(await askConsent(job(), plan({ approvals: claims }), resumed)).toMatchObject({
      reappliesApprovals: true,
      trustsLog: false,
    });
    expect(texts(resumed)).toEqual(asked);
    expect(await askStart(job(), plan({ approvals: claims }), started)).toMatchObject({
      reappliesApprovals: false,
      trustsLog: true,
    });
    expect(texts(started)).toEqual([...asked, "Enter starts, Esc cancels"]);
  });
});

describe("the start of a new thread", () => {
  it("carries approvals over only by a yes to them; Enter alone starts the plan that is shown", async () => {
    const yes = person("y n enter");
    expect(await askStart(job(), everything, yes)).toMatchObject({ reappliesApprovals: true, sendsRecap: false });
    const asked = ["Reuse 1 saved approval? [y/n]", "Send the recap of unfinished work? [y/n]"];
    expect(texts(yes)).toEqual([...asked, "Enter starts, Esc cancels"]);
    const no = await askStart(job(), everything, person("n y enter"));
    expect(no).toMatchObject({ reappliesApprovals: false, sendsRecap: true });
    expect(await askStart(job(), plan(), person("enter"))).toMatchObject({ reappliesApprovals: false });
    expect(await askStart(job(), plan(), person("escape"))).toBeNull();
    for (const keys of ["escape", "interrupt", "y escape", "n interrupt", "y y escape"])
      expect(await askStart(job(), everything, person(keys)), keys).toBeNull();
  });

  it("is named with what it costs, and waits before each segment only with --step", async () => {
    const paid = plan({ mode: "replay" });
    const enter = person("enter");
    expect(await askStart(job(), paid, enter)).toMatchObject({ segments: "send" });
    expect(texts(enter)).toEqual(["Enter starts with up to 4 paid model calls, Esc cancels"]);
    expect(await askStart(job({ step: true }), paid, person("enter"))).toMatchObject({ segments: "ask" });
    expect(fullConsent(job({ step: true }), null)).toMatchObject({ segments: "ask" });
  });

  it("after a yes asks only what that does not answer", async () => {
    const one = person("y y");
    expect(await askBesides(job(), everything, one)).toMatchObject({ reappliesApprovals: true, sendsRecap: true });
    expect(texts(one)).toEqual(["Reuse 1 saved approval? [y/n]", "Send the recap of unfinished work? [y/n]"]);
    expect(await askBesides(job(), everything, person("n n"))).toMatchObject({ reappliesApprovals: false });
    expect(await askBesides(job(), everything, person("escape"))).toBeNull();
    const nobody = person("");
    expect(await askBesides(job(), plan(), nobody)).toMatchObject({ reappliesApprovals: false });
    expect(nobody.asked).toEqual([]);
  });

  it("asks about what the agent comes back with, and never widens by itself", async () => {
    const consent = await askStart(job(), plan(), person("enter"));
    expect(consent).toMatchObject({ allowsWider: false, canAnswer: true });
    expect(consent?.drift).toBe("ask");
    expect((await askBesides(job(), plan(), person("")))?.drift).toBe("ask");
  });
});
