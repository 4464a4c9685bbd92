export * from "./consent.ts";
export { approvalsOf, type ConsentQuestion, questionsIn, type Settled, ticksIn } from "./questions.ts";
export { type ConsentKind, consentRules } from "./rules.ts";
