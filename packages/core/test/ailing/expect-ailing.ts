import type { Ailment } from "@reprise/model";
import { expect } from "vitest";
import { type AilingCase, type AilingSession, expectInOrder, fateOf, type HarmlessCase } from "./case.ts";

export interface AilingStage {
  readonly session: AilingSession;
  /** What our scan says of it. */
  readonly found: () => Promise<readonly Ailment[]>;
  /** A plain resume by the real agent: what the model was sent, and what the agent said. */
  readonly resumed: () => Promise<{ code: number | null; sent: readonly string[]; said: string }>;
}

/** It is found where it is, and a plain resume ends as the scan says. */
export async function expectAiling(ailing: AilingCase<never>, stage: AilingStage): Promise<void> {
  const { path: file, at } = stage.session;
  const detail = expect.stringMatching(/cleaned copy/);
  expect(await stage.found()).toEqual([{ kind: ailing.kind, onResume: fateOf(ailing), file, ...at, detail }]);
  const { code, sent, said } = await stage.resumed();
  if (ailing.naive === "healed" || ailing.naive === "lost") {
    expect(code).toBe(0);
    expect(sent.at(-1)).toMatch(ailing.told);
    if (ailing.untold) expect(sent.at(-1)).not.toMatch(ailing.untold);
    return;
  }
  expect(code).not.toBe(0);
  expect(said).toMatch(ailing.told);
  if (ailing.naive === "agent") expect(sent).toEqual([]);
  else expect(sent).not.toEqual([]);
}

/** Nothing is found, and a plain resume passes the strictest model with all that was said. */
export async function expectHarmless(harmless: HarmlessCase<never>, stage: AilingStage): Promise<void> {
  expect(await stage.found()).toEqual([]);
  const { code, sent, said } = await stage.resumed();
  expect(code, said.slice(-2000)).toBe(0);
  expectInOrder(sent.at(-1) ?? "", harmless.tells);
}
