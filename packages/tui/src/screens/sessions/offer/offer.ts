import {
  type AnswerGuard,
  continuingModes,
  exactLine,
  type Offer,
  offerWords,
  pressedTooEarly,
  type RestoreMode,
  zonedTime,
} from "@reprise/model";
import { clickable, keyTarget } from "../../../kernel/click-zones.ts";
import type { Route } from "../../../kernel/route.ts";
import type { Step } from "../../../kernel/screen.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import type { OfferAction } from "../keys.ts";
import type { Task } from "../messages.ts";
import type { Offered, State } from "../state.ts";

/** The question, shown only in the status line; a title or a prompt is cut so that the question stays whole. */
export function offerLine({ offer, session }: Offered, columns = Number.POSITIVE_INFINITY): string {
  if (offer.prompt === null) {
    const asks = ` Resume? ${answers}`;
    const title = session?.name ?? session?.title ?? null;
    return offerWords(offer, title, Math.min(columns, mostColumns) - asks.length) + asks;
  }
  const when = zonedTime(offer.startedAt);
  const asking = (words: string) => `Unsent prompt from ${when}: "${words}". Use it? ${answers}`;
  const room = Math.max(8, Math.min(40, columns - widthOf(asking(""))));
  return asking(cutTo(exactLine(offer.prompt.trim().replace(/\s+/g, " ")), room));
}

const answers = "[y/n]";

/** A long title adds nothing. */
const mostColumns = 120;

/** The question on a screen; a click on an answer is its key. The answers are dim until they count. */
export function offerPainted(offered: Offered, { isReady }: AnswerGuard, columns: number, theme: Theme): string {
  const question = offerLine(offered, columns).slice(0, -answers.length);
  const [yes, no] = [clickable(keyTarget("y"), "[y", theme), clickable(keyTarget("n"), "n]", theme)];
  return cutTo(`${theme("bold", question)}${theme(isReady ? "bold" : "dim", `${yes}/${no}`)}`, columns);
}

/** Puts the prompt into the composer, unsent. */
function withPrompt({ run, prompt, startedAt }: Offer): Route & { readonly screen: "live" } {
  const text = prompt ?? "";
  const draft = { text, cursor: text.length, savedAt: startedAt };
  return { screen: "live", begin: { kind: "new", draft, from: null, carries: [run] } };
}

/** The modes to continue an offered session with. */
export function offeredModes({ mode }: Offer): readonly RestoreMode[] {
  return mode === "replay" || mode === "fork" ? [mode] : continuingModes;
}

/** It has just appeared, or a key came too early. */
export function offerShown(state: State): Step<State, Task> {
  const offerGuard = pressedTooEarly(state.offerGuard);
  return {
    state: { ...state, offerGuard },
    tasks: [{ do: "wait-for-offer", edition: offerGuard.edition }],
  };
}

/** Asked once: any answer removes the question. Only a no is remembered, and starts a new session. */
export function answerOffer(state: State, { offer, session }: Offered, answer: OfferAction): Step<State, Task> {
  const next: State = { ...state, offer: null };
  switch (answer) {
    case "accept":
      if (session === null)
        return {
          state: { ...next, isActing: true },
          tasks: [{ do: "prefer", agent: offer.agent }],
          go: { to: withPrompt(offer) },
        };
      return {
        state: { ...next, isActing: true },
        go: {
          to: {
            screen: "restore",
            session,
            modes: offeredModes(offer),
            isStepwise: false,
            plan: null,
          },
        },
      };
    case "decline":
      return { state: next, tasks: [{ do: "decline", run: offer.run }, { do: "find-agents" }] };
    case "leave":
      return { state: next };
  }
}
