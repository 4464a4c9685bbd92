import { callWords, exactLine, isExpectedToFail, safeLine } from "@reprise/model";
import { clickableLine, rowTarget } from "../../kernel/click-zones.ts";
import { hintsOf } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { apart, cutTo } from "../../text/fit.ts";
import { actionLine, hintLine } from "../../widgets/footer.ts";
import { paint } from "../../widgets/rows.ts";
import { planBody } from "./body/plan-body.ts";
import { type Action, keys } from "./keys.ts";
import { bodyHeight } from "./layout.ts";
import { modeAfter, modeNames, startLabel } from "./modes.ts";
import { questionsOf } from "./questions.ts";
import { actionOf, modeOf, type Subject } from "./restore-subject.ts";
import type { State } from "./state.ts";
import * as whyNot from "./why-not.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const foot = [
    ...questionLines(state, columns, theme),
    theme("warn", cutTo(safeLine(state.note ?? ""), columns)),
    startLine(state, columns, theme),
    hintLine(hints(state), columns, theme),
  ];
  const head = headLines(state, size, theme);
  const height = bodyHeight(state, size);
  const body = paint(planBody(state.subject, columns).slice(state.top, state.top + height), theme);
  const space = new Array<string>(height - body.length).fill("");
  return { lines: [...head, ...body, ...space, ...foot].slice(-rows) };
}

function headLines({ subject, top, ...state }: State, size: Size, theme: Theme): string[] {
  const { columns } = size;
  const { session, here } = subject;
  const total = planBody(subject, columns).length;
  const height = bodyHeight({ subject, top, ...state }, size);
  const end = Math.min(total, top + height);
  const place = total > height ? `${top + 1}–${end} / ${total}${end < total ? " ↓" : ""}` : "";
  const marks = [here.isDemo ? "DEMO" : "", place].filter((mark) => mark !== "").join("  ");
  const title = safeLine(session.name ?? (session.title === "" ? "(no prompt)" : session.title));
  return [
    theme("bold", apart(`${modeNames[actionOf(subject)]}: ${title}`, marks, columns)),
    theme("dim", cutTo(`${exactLine(session.shortId)} · ${session.state}`, columns)),
  ];
}

function questionLines(state: State, columns: number, theme: Theme): string[] {
  return questionsOf(state).map(({ text, isAgreed }, index) => {
    const line = `[${isAgreed ? "x" : " "}] ${text}`;
    const shown = index === state.chosen ? theme("highlight", apart(line, "Space ", columns)) : cutTo(line, columns);
    return clickableLine(rowTarget(index), shown, theme);
  });
}

/** The action of Enter, or why it is unavailable. */
function startLine({ subject, enterGuard }: State, columns: number, theme: Theme): string {
  const label = startLabel(actionOf(subject));
  const reason = whyNot.whyNotStart(subject);
  const action = actionLine(
    [{ label, whyNot: reason, isWaiting: !enterGuard.isReady }],
    reason === null ? 0 : -1,
    columns,
    theme,
  );
  const said = reason === null ? consentWords(subject) : reason;
  return said === null ? action : cutTo(`${action} ${theme(reason === null ? "warn" : "dim", said)}`, columns);
}

/** Shown next to Enter; null if nothing is spent or in doubt. */
function consentWords({ plan }: Subject): string | null {
  if (plan !== null && isExpectedToFail(plan)) return "expected to fail, as shown above. m: Replay instead.";
  const calls = plan === null ? null : callWords(plan);
  return calls === null ? null : `${calls}, started only by Enter.`;
}

function hints(state: State) {
  const shown = hintsOf(keys.filter(({ action }) => isOffered(state, action)));
  const mode = modeOf(state.subject);
  const after = state.subject.plan?.mode === null ? modeAfter(mode) : null;
  return shown.map((hint) => {
    if (hint.key === "Enter") return { ...hint, label: startLabel(mode), isWaiting: !state.enterGuard.isReady };
    // Name the alternative to a refused plan.
    return hint.press === "m" && after !== null ? { ...hint, label: modeNames[after] } : hint;
  });
}

function isOffered(state: State, action: Action): boolean {
  const { subject } = state;
  switch (action) {
    case "start":
      return whyNot.whyNotStart(subject) === null;
    case "toggle":
      return questionsOf(state).length > 0;
    case "mode":
      return whyNot.whyNotMode(subject) === null;
    case "way":
      return whyNot.whyNotWay(subject) === null;
    case "wider":
      return whyNot.whyNotWider(subject) === null;
    case "step":
      return whyNot.whyNotStep(subject) === null;
    case "target":
      return whyNot.whyNotTarget(subject) === null;
    case "folder":
      return whyNot.whyNotFolder(subject) === null;
    case "copy":
      return whyNot.whyNotCopy(subject) === null;
    case "again":
      return subject.failure !== null || subject.plan?.mode === null;
    default:
      return true;
  }
}
