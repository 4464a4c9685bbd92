import type { Ailment, RestorePlan } from "@reprise/model";
import { recordedPlans } from "@reprise/testkit";
import { expect, it } from "vitest";
import { whyNoChat } from "./own-sessions.ts";

function recorded(name: string): RestorePlan {
  const found = recordedPlans().find((one) => one.name === name);
  if (!found) throw new Error(`There is no plan ${name}.`);
  return found.plan;
}

const why = (plan: RestorePlan, isModelSaid = false) => whyNoChat(plan, { isModelSaid });
const completed = recorded("codex-completed");
const drift = (subject: string) => ({
  ...completed,
  drift: [{ kind: "setting", subject, recorded: "small", now: "large", widens: false, note: null } as const],
});

it("a chat can continue what a resume can, whatever folder and permissions the session had", () => {
  expect(why(completed)).toBeNull();
  const { refusals, ...plan } = recorded("codex-no-folder");
  expect(refusals.map(({ reason }) => reason)).toContain("folder-missing");
  expect(why({ ...plan, refusals })).toBeNull();
  expect(why({ ...plan, refusals: [{ mode: "resume", reason: "wider-permissions", detail: "Wider." }] })).toBeNull();
});

it("what a resume refuses is refused before a chat begins", () => {
  expect(why(recorded("codex-archived"))).toContain("It is archived.");
});

it.each(["lost", "refused"] as const)("a session whose resume would be %s is refused, with the way out", (onResume) => {
  const ailment = { kind: "nul", onResume, file: "/f", line: 3, byteOffset: 9, detail: "It breaks off." } as Ailment;
  expect(why({ ...completed, ailments: [ailment] } as RestorePlan)).toMatch(/^It breaks off\. `reprise repair codex:/);
});

it("a model that only the file names is not taken unasked, and its provider never", () => {
  expect(why(drift("model"))).toBe(
    "Its file names the model large, but its last run had small. Name the model to use.",
  );
  expect(why(drift("model"), true)).toBeNull();
  expect(why(drift("provider"), true)).toContain("names the provider large");
  expect(why(drift("effort"))).toBeNull();
});
