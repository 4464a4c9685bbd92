import { exactLine, nextStepWords, type ProjectView, pausedWords, projectOwnerWords } from "@reprise/model";
import { useState } from "preact/hooks";
import { Button } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import type { ProjectStore } from "./project-store.ts";

type Control = "interrupt" | "continueRound" | "stop";

interface ActionsProps {
  readonly store: ProjectStore;
  readonly view: ProjectView;
  readonly onResume: () => void;
}

/** What can be done now, or why nothing can. */
export function Actions({ store, view, onResume }: ActionsProps) {
  const { toasts } = usePage();
  const [asked, setAsked] = useState<Control | null>(null);
  const run = store.run.value;
  const { phase } = store.activity.value;
  const control = (what: Control) => {
    setAsked(what);
    run?.controls[what]()
      .catch((error: unknown) => toasts.fail(error))
      .finally(() => setAsked(null));
  };
  const whyNot = asked === null ? null : "Asked for already.";

  if (run !== null && phase === "paused")
    return (
      <>
        <span class="soft">{pausedWords.question}</span>
        <Button tone="primary" icon="play" whyNot={whyNot} onClick={() => control("continueRound")}>
          {pausedWords.continue}
        </Button>
        <Button icon="stop" whyNot={whyNot} onClick={() => control("stop")}>
          {pausedWords.stop}
        </Button>
      </>
    );
  if (run !== null)
    return (
      <Button icon="pause" whyNot={phase === "ended" ? "It has ended." : whyNot} onClick={() => control("interrupt")}>
        {asked === "interrupt" ? "Interrupting…" : "Interrupt"}
      </Button>
    );
  if (view.owner !== null) return <span class="soft">{projectOwnerWords(view.owner)}</span>;
  if (view.next.refusal !== null) return <span class="soft">{exactLine(view.next.refusal)}</span>;
  return (
    <Button tone="primary" icon="play" onClick={onResume}>
      {nextStepWords(view.next)}
    </Button>
  );
}
