import { conversationHelp, conversationLine, decisionChoices, entriesOf, pressedTooEarly } from "@reprise/model";
import { emptyComposer, isBlank, pressComposer, rewritten, textColumns } from "../../composer/index.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Size } from "../../kernel/screen.ts";
import { offerKeys } from "../sessions/keys.ts";
import { type Asking, activeAsk } from "./asking/ask.ts";
import { askCommands, commandClosed, pressCommand, wordsOf } from "./asking/command-line.ts";
import { askingKeys } from "./asking/keys.ts";
import { pressAsking, questionOf } from "./asking/press.ts";
import { pressCompletion } from "./completion/press.ts";
import { escaped } from "./escape.ts";
import { commandsOf, type LiveAction, liveKeys, ownKeys } from "./keys.ts";
import { pressOffer } from "./offer.ts";
import { transcriptHeight } from "./paint/areas.ts";
import { askPicture, askReach } from "./paint/ask-area.ts";
import { enteredImage, noImagesHint, pressAttachment } from "./prompt/attach.ts";
import { pressedEarly } from "./prompt/enter-guard.ts";
import { hinted } from "./prompt/hinted.ts";
import { letterAction } from "./prompt/letter-keys.ts";
import { queuedNow, retried, sendPrompt, takenBack } from "./prompt/send-prompt.ts";
import { type OwnCommand, typedCommand } from "./prompt/typed-command.ts";
import { queuedText, unsentText } from "./prompt/unsent-text.ts";
import { answeredNow, armTask, withWords } from "./run/after-update.ts";
import { leave } from "./run/leave.ts";
import { type LiveState, type LiveStep, nextSegment } from "./state.ts";
import { scrolled } from "./transcript/window.ts";

const quitMs = 2000;

/** Input goes to the modal first, then the screen's keys, then the composer. */
export function press(before: LiveState, input: Input, size: Size): LiveStep {
  if (input.type === "resize") return { state: before };
  const state = isOtherThanEnter(input) ? { ...before, hint: null } : before;
  if (input.type === "key" && input.key === "ctrl+c") return quitting(state);
  if (state.offered !== null) return input.type === "key" ? pressOffer(state, state.offered, input.key) : { state };
  if (state.asking !== null) return asked(state, input, size);
  const completed = pressCompletion(state, input);
  if (completed !== null) return { state: completed };
  const attaching = pressAttachment(state, input);
  if (attaching !== null) return attaching;
  if (input.type === "wheel") return { state: moved(state, input.lines, size) };
  if (input.type === "key") {
    if (input.key === "up" && state.composer.buffer.text === "" && state.queued.length > 0)
      return { state: takenBack(state) };
    const isScrolledEnd = input.key === "end" && state.anchor !== null;
    const action = isScrolledEnd ? "to-end" : actionFor(ownKeys, input.key);
    if (action !== null) return act(state, action, size);
  }
  const next = written(state, input, size);
  const hint = noImagesHint(state, input);
  return hint === null ? { state: next } : hinted(next, hint);
}

/** Any other key shows that the user has seen the screen. */
function isOtherThanEnter(input: Input): boolean {
  return input.type === "paste" || (input.type === "key" && actionFor(ownKeys, input.key) !== "send");
}

function act(state: LiveState, action: LiveAction, size: Size): LiveStep {
  const page = Math.max(1, transcriptHeight(state, size) - 2);
  switch (action) {
    case "send":
      return entered(state, size);
    case "escape":
      return escaped(state);
    case "queue":
      return queued(state);
    case "diff":
      return changes(state);
    case "edit":
      return edited(state);
    case "page-up":
      return { state: moved(state, -page, size) };
    case "page-down":
      return { state: moved(state, page, size) };
    case "to-end":
      return { state: { ...state, anchor: null } };
    case "unfold":
      return { state: { ...state, isUnfolded: !state.isUnfolded } };
    case "open-agent":
      return state.phase === "idle" || state.phase === "ended" ? opened(state) : { state };
    case "retry":
      return state.banner?.canRetry ? retried(state) : { state };
    case "wait":
    case "switch":
      return typedCommand(state, action, "");
    case "help":
      return helped(state);
    case "quit":
      return quitting(state);
  }
}

function entered(state: LiveState, size: Size): LiveStep {
  if (!state.enterGuard.isReady && state.phase !== "ended") return pressedEarly(state);
  const segment = nextSegment(state);
  if (segment !== null && state.controls !== null) {
    const questions = state.view.questions.filter(({ id }) => id !== segment.id);
    return {
      state: { ...state, view: { ...state.view, questions } },
      tasks: [{ type: "decide", controls: state.controls, question: segment.id, isYes: true }],
    };
  }
  const letter = letterAction(state);
  if (letter === null) return typed(state, size);
  return act(withoutWords(state), letter, size);
}

function withoutWords(state: LiveState): LiveState {
  return { ...state, composer: { ...emptyComposer, history: state.composer.history } };
}

/** Text for the agent, or a command for us. */
function typed(state: LiveState, size: Size): LiveStep {
  const image = enteredImage(state);
  if (image !== null) return image;
  const line = conversationLine(state.composer.buffer.text, commandsOf(state));
  if (line.kind === "refused") return hinted(state, line.hint);
  if (line.kind === "text") return sendPrompt(state, line.text);
  switch (line.name) {
    case "help":
    case "edit":
    case "diff":
      return act(withoutWords(state), line.name, size);
    case "retry":
      return state.banner?.canRetry
        ? act(withoutWords(state), line.name, size)
        : hinted(state, "Nothing has failed that could be tried again.");
    case "agent":
      return (state.phase === "idle" || state.phase === "ended") && state.view.session !== null
        ? act(withoutWords(state), "open-agent", size)
        : hinted(state, "The agent's own interface opens between turns of a session.");
    default:
      return typedCommand(state, line.name, line.words);
  }
}

/** Like Enter, but never steers. */
function queued(state: LiveState): LiveStep {
  // A list may be on its way: Tab is meant for it.
  if (state.phase !== "working" || isBlank(state.composer) || state.isSeeking) return { state };
  const line = conversationLine(state.composer.buffer.text, commandsOf(state));
  if (line.kind === "refused") return hinted(state, line.hint);
  return line.kind === "text" ? queuedNow(state, line.text) : { state };
}

function changes(state: LiveState): LiveStep {
  const { session } = state.view;
  return session === null
    ? hinted(state, "Nothing has changed yet: the session has not started.")
    : { state, go: { to: { screen: "diff", session } } };
}

function written(state: LiveState, input: Input, { columns }: Size): LiveState {
  const composer = pressComposer(state.composer, input, textColumns(columns));
  if (composer === null) return state;
  const handshake = state.handshake === "done" ? null : state.handshake;
  return { ...state, composer, handshake, armedKey: null };
}

/** Before the modal is armed, keys go to the composer, except Enter and Esc, which are dropped. */
function asked(state: LiveState, input: Input, size: Size): LiveStep {
  const ask = activeAsk(state.asks);
  if (!state.asking || !ask) return { state };
  if (input.type === "paste" && questionOf(state.asking, ask) === null) return pasted(state, state.asking, input, size);
  const commanding = pressCommand(state.asking, ask, input, isBlank(state.composer));
  if (commanding === "run") return commanded(state, state.asking, size);
  if (commanding !== null) {
    const isClosed = commanding.command === null;
    const next = { ...state, asking: commanding };
    if (!isClosed) return { state: next };
    return {
      state: withWords(next, wordsOf(state.asking.command ?? "")),
      tasks: [armTask(state, commanding)],
    };
  }
  if (!state.asking.guard.isReady) {
    if (input.type === "wheel") return { state };
    const asking = { ...state.asking, guard: pressedTooEarly(state.asking.guard) };
    // Between two questions nobody types in the composer.
    const isLost = asking.question > 0 || (input.type === "key" && actionFor(ownKeys, input.key) !== null);
    const next = { ...(isLost ? state : written(state, input, size)), asking };
    return { state: next, tasks: [armTask(next, asking)] };
  }
  const picture = askPicture(state);
  if (!picture) return { state };
  const { asking, answer } = pressAsking(state.asking, ask, input, askReach(state, picture, size));
  if (answer === null) {
    const isNew = asking.question !== state.asking.question;
    return { state: { ...state, asking }, tasks: isNew ? [armTask(state, asking)] : [] };
  }
  const asks = state.asks.map((one) => (one.id === ask.id ? { ...one, isAnswered: true } : one));
  const { state: next, tasks } = answeredNow({ ...state, asks });
  const { controls } = state;
  if (!controls) return { state: next, tasks };
  if (ask.kind === "drift") {
    const isYes = answer !== "stop" && answer.decision === "once";
    return { state: next, tasks: [...tasks, { type: "decide", controls, question: ask.id, isYes }] };
  }
  if (answer === "stop")
    return { state: { ...next, phase: "interrupting" }, tasks: [...tasks, { type: "interrupt", controls }] };
  return { state: next, tasks: [...tasks, { type: "answer", controls, request: ask.request.id, answer }] };
}

/** What is pasted answers nothing and is not lost: it is for the composer. */
function pasted(state: LiveState, before: Asking, input: Input, size: Size): LiveStep {
  const asking = { ...before, guard: pressedTooEarly(before.guard) };
  const hint = "What you pasted is in your message, below this question.";
  const next = { ...written(state, input, size), asking, hint };
  return { state: next, tasks: [armTask(next, asking)] };
}

/** A command in front of a question: the question stays open, and so does the draft. */
function commanded(state: LiveState, asking: Asking, size: Size): LiveStep {
  const line = conversationLine(asking.command ?? "", askCommands);
  if (line.kind === "refused") return hinted(state, line.hint);
  if (line.kind === "text") return hinted(state, "Answer the question first. Esc closes this line.");
  const closed = commandClosed(asking);
  const { name, words } = line;
  const at = { ...state, asking: closed };
  const step = name === "help" || name === "diff" ? act(at, name, size) : typedCommand(at, name as OwnCommand, words);
  return {
    ...step,
    state: { ...step.state, composer: state.composer },
    tasks: [...(step.tasks ?? []), armTask(state, closed)],
  };
}

function moved(state: LiveState, by: number, size: Size): LiveState {
  const height = transcriptHeight(state, size);
  const area = { columns: size.columns, isUnfolded: state.isUnfolded, height };
  return { ...state, anchor: scrolled(entriesOf(state.view.entries), state.anchor, by, area) };
}

function opened(state: LiveState): LiveStep {
  if (state.view.session === null) return { state };
  return leave({ ...state, banner: null }, "agent");
}

/** The edited text returns through the draft: it is on disk before we see it. */
function edited(state: LiveState): LiveStep {
  const { text } = state.composer.buffer;
  const { place } = state.draft;
  return {
    state: { ...state, editing: { queue: queuedText(state.queued) } },
    go: {
      outside: async (world) => {
        const changed = (await world.edit(text)) ?? text;
        // What is queued stays on disk too.
        const composer = rewritten(state.composer, changed);
        const { inputs, ...words } = unsentText({ ...state, composer });
        const kept = { ...words, savedAt: world.now() };
        world.drafts.save(place, inputs.length > 0 ? { ...kept, inputs } : kept);
      },
    },
  };
}

function helped(state: LiveState): LiveStep {
  const sections = [
    { title: "Keys", hints: liveKeys.map(hintOf) },
    {
      title: "Commands, written and sent with Enter",
      hints: conversationHelp(commandsOf(state)).map(({ usage, means }) => ({ key: usage, label: means })),
    },
    {
      title: "When the agent asks",
      hints: [...decisionChoices.map(({ key, words }) => ({ key, label: words })), ...askingKeys.map(hintOf)],
    },
    { title: "When an interrupted session is offered", hints: offerKeys.map(hintOf) },
  ];
  return { state, go: { to: { screen: "help", title: "Live session", sections } } };
}

function quitting(state: LiveState): LiveStep {
  if (state.armedKey?.key === "ctrl+c" || state.leaving === "quit") return leave(state, "quit");
  const edition = (state.armedKey?.edition ?? 0) + 1;
  return {
    state: { ...state, armedKey: { key: "ctrl+c", edition } },
    tasks: [{ type: "wait", ms: quitMs, message: { type: "key-forgotten", edition } }],
  };
}
