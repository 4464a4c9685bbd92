import { modeWords, type RestoreMode } from "@reprise/model";
import { useCommands } from "../shell/commands.ts";
import { useKeys } from "../shell/keys.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, restoreRoute, viewerHref } from "../shell/route.ts";
import type { ViewedItem } from "./viewed.ts";

interface ViewerActions {
  readonly id: string;
  /** Of the rounds of a project, which is not restored from here. */
  readonly isPlayback: boolean;
  readonly move: (by: number) => void;
  readonly moveTurn: (by: number) => void;
  readonly moveFound: (direction: 1 | -1) => void;
  readonly goToStart: () => void;
  readonly goToEnd: () => void;
  readonly openFind: () => void;
  readonly foldChosen: () => void;
  readonly foldAll: () => void;
  readonly back: () => void;
  /** The turn in view. */
  readonly turn: () => number | null;
  readonly chosen: () => ViewedItem | null;
}

/** What a person can do with the session they read, by keys and from the palette. */
export function useViewerActions(actions: ViewerActions): void {
  const { id, isPlayback, move, moveTurn, moveFound, openFind } = actions;
  const { toasts } = usePage();

  const copyId = () =>
    void navigator.clipboard.writeText(id).then(
      () => toasts.show("The session's id is copied."),
      (error: unknown) => toasts.fail(error),
    );
  const restore = (mode: RestoreMode | null) => {
    const at = mode === "fork" ? actions.turn() : null;
    window.location.hash = hrefOf(restoreRoute(id, { mode, at }));
  };
  const link = () => {
    const chosen = actions.chosen();
    if (chosen !== null) window.location.hash = viewerHref(id, { turn: chosen.place.turn, item: chosen.item.id });
  };
  const restores = isPlayback
    ? []
    : ([
        { id: "restore", title: "Restore this session", label: "Restore", key: "r", mode: null },
        { id: "fork", title: "Fork after this turn", label: "Fork after this turn", key: "b", mode: "fork" },
      ] as const);
  const otherModes = isPlayback
    ? []
    : ([
        { id: "replay", title: "Replay this session", hint: modeWords.replay, mode: "replay" },
        { id: "handoff", title: "GPT Restore this session", hint: modeWords.handoff, mode: "handoff" },
      ] as const);

  useKeys("Session", [
    { keys: ["j", "ArrowDown"], label: "Next item", run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: "Previous item", run: () => move(-1) },
    { keys: ["]"], label: "Next turn", run: () => moveTurn(1) },
    { keys: ["["], label: "Previous turn", run: () => moveTurn(-1) },
    { keys: ["g", "Home"], label: "Start of the session", run: actions.goToStart },
    { keys: ["G", "End"], label: "End of the session", run: actions.goToEnd },
    { keys: ["/", "s", "Mod+f"], label: "Find in the session", run: openFind, isAnywhere: false },
    { keys: ["n"], label: "Next match", run: () => moveFound(1) },
    { keys: ["p", "N"], label: "Previous match", run: () => moveFound(-1) },
    { keys: ["Enter", " "], label: "Fold or unfold the item", run: actions.foldChosen },
    { keys: ["f"], label: "Fold or unfold all", run: actions.foldAll },
    { keys: ["y"], label: "Copy the session's id", run: copyId },
    ...restores.map(({ key, label, mode }) => ({ keys: [key], label, run: () => restore(mode) })),
    { keys: ["Escape", "q"], label: isPlayback ? "Back" : "Back to the sessions", run: actions.back },
  ]);
  useCommands([
    { id: "find", title: "Find in this session", key: "/", run: openFind },
    ...restores.map(({ id, title, key, mode }) => ({ id, title, key, run: () => restore(mode) })),
    ...otherModes.map(({ id, title, hint, mode }) => ({ id, title, hint, run: () => restore(mode) })),
    { id: "copy-id", title: "Copy the session's id", key: "y", run: copyId },
    { id: "link", title: "Link to this place", run: link },
  ]);
}
