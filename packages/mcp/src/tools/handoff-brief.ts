import { count, SessionError, usualWish } from "@reprise/model";
import { z } from "zod";
import { findSession, idInput } from "../read-wish.ts";
import { type Tool, toolOf } from "../tool.ts";

export const handoffBrief: Tool = toolOf({
  name: "handoff_brief",
  title: "Brief of a session",
  description:
    "Writes a brief to continue a session's work from: goal, constraints in the user's words, state of the work, files, unfinished work. " +
    "Made from the session's files within a token budget, without a model. Shorter than reading the session.",
  input: z.strictObject({
    id: idInput,
    tokens: z.int().min(512).max(100_000).default(usualWish.briefTokens).describe("The most tokens of the brief"),
  }),
  async run({ id, tokens }, { library, runner }) {
    // Found here first: a runner also knows sessions by names of its own.
    const session = await findSession(library, id);
    const wish = { ...usualWish, modes: ["handoff" as const], briefTokens: tokens };
    const plan = await (await runner()).plan(session.id, wish);
    if (plan.mode === "handoff") return `${plan.brief}\n\n(${count(plan.tokens, "token")})`;
    const why = plan.refusals.map(({ detail }) => detail).join(" ");
    throw new SessionError("refused", `There is no brief of ${session.id}. ${why}`.trim());
  },
});
