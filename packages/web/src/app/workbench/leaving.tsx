import { SessionError, safeLine } from "@reprise/model";
import { useState } from "preact/hooks";
import { Button, Dialog } from "../design/index.ts";
import { usePage } from "../shell/page.ts";

/** What becomes of an agent that works or waits for an answer. */
export type Active = "keep" | "stop";

interface Asked {
  readonly words: string;
  readonly go: (active: Active) => void;
}

/** Does something that another conversation takes the place of; asks first if the agent of the shown one is active. */
export function useLeaving(): {
  readonly leave: (act: (active?: Active) => Promise<unknown>) => Promise<void>;
  readonly question: preact.JSX.Element | null;
} {
  const { toasts } = usePage();
  const [asked, setAsked] = useState<Asked | null>(null);
  const leave = async (act: (active?: Active) => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof SessionError) || !error.candidates.includes("keep")) return toasts.fail(error);
      const go = (active: Active) => {
        setAsked(null);
        act(active).catch((problem) => toasts.fail(problem));
      };
      setAsked({ words: error.message, go });
    }
  };
  const question = asked === null ? null : <LeaveQuestion asked={asked} onCancel={() => setAsked(null)} />;
  return { leave, question };
}

function LeaveQuestion({ asked, onCancel }: { readonly asked: Asked; readonly onCancel: () => void }) {
  return (
    <Dialog
      title="An agent is still active"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button tone="danger" onClick={() => asked.go("stop")}>
            Stop it
          </Button>
          <Button tone="primary" isFocused onClick={() => asked.go("keep")}>
            Keep it running
          </Button>
        </>
      }
    >
      <p>{safeLine(asked.words)}</p>
      <p class="soft">If it keeps running, it is listed on this page: one click brings it back.</p>
    </Dialog>
  );
}
