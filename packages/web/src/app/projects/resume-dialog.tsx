import { count, nextStepWords, type ProjectView, roundPermissionsText } from "@reprise/model";
import { useState } from "preact/hooks";
import { Banner, Button, Dialog, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";

interface ResumeDialogProps {
  /** As it was when the person asked to continue it. */
  readonly view: ProjectView;
  readonly onResume: (rounds: number) => Promise<void>;
  readonly onClose: () => void;
}

/** What will happen, before it does: it spends tokens and changes files. */
export function ResumeDialog({ view, onResume, onClose }: ResumeDialogProps) {
  const { agents } = usePage();
  const { next, unfinishedRound, agent } = view;
  const [rounds, setRounds] = useState(String(next.rounds));
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const isNumber = /^[1-9]\d{0,3}$/.test(rounds);
  const title = agents.value.find((one) => one.agent === agent)?.title ?? agent ?? "the agent";
  const resume = async () => {
    setStarting(true);
    setProblem(null);
    try {
      await onResume(Number(rounds));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setStarting(false);
    }
  };
  const whyNot = isStarting ? "It is starting." : isNumber ? null : "Rounds is a number from 1 to 9999.";
  return (
    <Dialog
      title="Continue the project"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" icon="play" whyNot={whyNot} onClick={() => void resume()}>
            {isStarting ? "Starting…" : nextStepWords({ ...next, rounds: isNumber ? Number(rounds) : next.rounds })}
          </Button>
        </>
      }
    >
      <div class="project-form">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {next.kind === "continue-round" ? (
          <p>
            Continues round {unfinishedRound} in its thread
            {next.rounds > 1 ? `, then starts up to ${count(next.rounds - 1, "new round")}` : ""}.
          </p>
        ) : (
          <>
            <p>Starts new rounds, each with a fresh thread that reads the progress file.</p>
            <TextField label="Rounds, at most" kind="number" value={rounds} onInput={setRounds} />
          </>
        )}
        {next.permissions !== null && <p>{roundPermissionsText(next.permissions)}</p>}
        <p class="soft">
          {title} works in <span class="mono">{view.workspace}</span>. Nothing is asked: what is not allowed is
          declined. It ends when the agent declares the goal met.
        </p>
      </div>
    </Dialog>
  );
}
