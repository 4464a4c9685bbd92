import {
  count,
  type Offer,
  type ReviewComment,
  type Reviews,
  type ReviewTarget,
  type Run,
  reviewScope,
} from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Banner, Button, Check, Dialog, Spinner } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { useGuard } from "../workbench/approvals/use-guard.ts";
import { justAppeared } from "../workbench/approvals/why-not-answer.ts";
import { NewRun } from "./new-run.tsx";
import { ResumeRun } from "./resume-run.tsx";
import { offerQuestion } from "./run-words.ts";

/** What the dialog begins with: the question about an interrupted run, or the replay or a new start after a refusal. */
export type WorkBegin = { readonly kind: "ask" | "fresh" } | { readonly kind: "replay"; readonly session: string };

export interface WorkGiven {
  readonly reviews: Reviews;
  readonly target: ReviewTarget;
  /** Those that were shown when the person asked. */
  readonly comments: readonly ReviewComment[];
  /** Works in a checkout of another repository too. */
  readonly isForced: boolean;
  readonly onStarted: (run: Run, agent: string) => void;
  readonly onClose: () => void;
}

type Step =
  | { readonly kind: "looking" }
  | { readonly kind: "offer"; readonly offer: Offer }
  | { readonly kind: "new" }
  | {
      readonly kind: "restore";
      readonly session: string;
      readonly mode: "resume" | "replay";
      readonly agent: string;
    };

/** Sets an agent to work on comments, in a new session or in an interrupted one. Nothing is spent before the last button. */
export function WorkDialog({ begin, ...given }: Omit<WorkGiven, "isForced"> & { readonly begin: WorkBegin }) {
  const { runner } = usePage();
  const { target, comments, onClose } = given;
  const [isForced, setForced] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [step, setStep] = useState<Step>({ kind: "looking" });
  useEffect(() => {
    runner.offer(reviewScope(target), true).then(
      (found) => {
        setOffer(found);
        if (begin.kind === "replay")
          setStep({ kind: "restore", session: begin.session, mode: "replay", agent: found?.agent ?? "" });
        // A prompt that never left is made again from the comments as they are now.
        else if (begin.kind === "ask" && found !== null && found.session !== null)
          setStep({ kind: "offer", offer: found });
        else setStep({ kind: "new" });
      },
      (error: Error) => setProblem(error.message),
    );
  }, [runner, target]);

  const isElsewhere = target.checkout.isOfPullRequest === false;
  const what = `Work on ${count(comments.length, "comment")}`;
  const all: WorkGiven = { ...given, isForced };
  const whyNot = isElsewhere && !isForced ? "This checkout is of another repository. Agree to work here first." : null;
  const notice = isElsewhere && (
    <Banner tone="caution">
      <p>
        <span class="mono">{target.checkout.folder}</span> is not a checkout of the pull request's repository.
      </p>
      <Check isOn={isForced} onChange={setForced}>
        Work here anyway
      </Check>
    </Banner>
  );
  if (step.kind === "new") return <NewRun {...all} title={what} notice={notice} whyNot={whyNot} replaces={offer} />;
  if (step.kind === "restore")
    return (
      <ResumeRun
        key={`${step.mode} ${isForced}`}
        {...all}
        notice={notice}
        whyNot={whyNot}
        session={step.session}
        mode={step.mode}
        agent={step.agent}
        onReplay={() => setStep({ ...step, mode: "replay" })}
        onFresh={() => setStep({ kind: "new" })}
      />
    );
  if (step.kind === "offer")
    return (
      <OfferQuestion
        offer={step.offer}
        notice={notice}
        whyNot={whyNot}
        onClose={onClose}
        onResume={() =>
          setStep({
            kind: "restore",
            session: step.offer.session ?? "",
            mode: "resume",
            agent: step.offer.agent,
          })
        }
        onFresh={() => setStep({ kind: "new" })}
      />
    );
  return (
    <Dialog title={what} onClose={onClose}>
      {problem === null ? <Spinner>Looking for an interrupted run…</Spinner> : <Banner tone="danger">{problem}</Banner>}
    </Dialog>
  );
}

interface OfferQuestionProps {
  readonly offer: Offer;
  readonly notice: preact.ComponentChildren;
  readonly whyNot: string | null;
  readonly onResume: () => void;
  readonly onFresh: () => void;
  readonly onClose: () => void;
}

function OfferQuestion({ offer, notice, whyNot, onResume, onFresh, onClose }: OfferQuestionProps) {
  const guard = useGuard(offer.run);
  const early = guard.isReady ? null : justAppeared;
  return (
    <Dialog
      title={offerQuestion(offer)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button whyNot={early} onClick={onFresh}>
            Start fresh
          </Button>
          <Button tone="primary" icon="play" whyNot={early ?? whyNot} onClick={onResume}>
            Resume
          </Button>
        </>
      }
    >
      <div class="review-form">
        {notice}
        <p>
          <b>Resume</b> continues the same thread with the comments as they are now. <b>Start fresh</b> starts a new
          session; the interrupted one is then not offered again. <b>Not now</b> changes nothing.
        </p>
      </div>
    </Dialog>
  );
}
