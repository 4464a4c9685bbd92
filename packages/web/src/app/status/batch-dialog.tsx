import { count, safeLine } from "@reprise/model";
import { useState } from "preact/hooks";
import { Button, Check, Dialog, Spinner } from "../design/index.ts";
import { type Batch, readyEntries } from "./batch.ts";

interface BatchDialogProps {
  readonly batch: Batch;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Which sessions resume and which are skipped; then how each is doing. */
export function BatchDialog({ batch, onStart, onClose }: BatchDialogProps) {
  const [hasAgreed, setAgreed] = useState(false);
  const { phase, entries } = batch;
  const ready = readyEntries(batch);
  const leftOut = entries.filter((one) => one.leftOut !== null);
  const done = entries.filter(({ plan, leftOut: why }) => plan !== null || why !== null).length;
  const whyNot = ready.length === 0 ? "None of them can resume without a question." : null;
  const actions =
    phase === "asking" ? (
      <>
        <Button onClick={onClose}>Back</Button>
        <Button
          tone="primary"
          onClick={onStart}
          whyNot={whyNot ?? (hasAgreed ? null : "It uses tokens and costs money. Agree to that first.")}
        >
          Resume {count(ready.length, "session")}
        </Button>
      </>
    ) : (
      <Button onClick={onClose}>{phase === "running" ? "Stop and close" : "Close"}</Button>
    );
  return (
    <Dialog title="Resume all in sequence without asking" onClose={onClose} actions={actions}>
      <div class="batch">
        {phase === "planning" && (
          <Spinner>
            Planning… {done} of {entries.length}
          </Spinner>
        )}
        {ready.length > 0 && (
          <section>
            <h3>{phase === "asking" ? "Will resume" : phase === "over" ? "Resumed" : "Resuming"}</h3>
            <ul class="plain">
              {ready.map(({ key, title, progress }) => (
                <li key={key}>
                  {safeLine(title)}
                  {progress === null ? "" : <span class="soft">: {safeLine(progress)}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {leftOut.length > 0 && (
          <section>
            <h3>Waiting for your answer: restore them one by one</h3>
            <ul class="plain">
              {leftOut.map(({ key, title, leftOut: why }) => (
                <li key={key}>
                  {safeLine(title)}: <span class="tone-caution">{safeLine(why ?? "")}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {phase === "asking" && ready.length > 0 && (
          <>
            <p class="soft">New requests are declined. Saved approvals are not reused.</p>
            <Check isOn={hasAgreed} onChange={setAgreed}>
              <span class="tone-caution">Agree: this uses tokens and costs money</span>
            </Check>
          </>
        )}
      </div>
    </Dialog>
  );
}
