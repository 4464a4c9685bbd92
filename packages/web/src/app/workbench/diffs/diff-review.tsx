import type { Diff } from "@reprise/model";
import { useState } from "preact/hooks";
import { Banner, Button, Segmented } from "../../design/index.ts";
import { usePage } from "../../shell/page.ts";
import { useGuard } from "../approvals/use-guard.ts";
import { justAppeared } from "../approvals/why-not-answer.ts";
import { store as keep, stored } from "../layout/stored.ts";
import { usePart, useWorkbench } from "../use-workbench.ts";
import { DiffTree } from "./diff-tree.tsx";
import type { DiffLayout } from "./document-view.tsx";
import { diffActions, diffSummary, whyNotAllow } from "./document-words.ts";
import { LazyDocument } from "./lazy-document.tsx";

interface DiffReviewProps {
  readonly diff: Diff;
  readonly entry: string | null;
  readonly onDecide: () => void;
}

/** One change: its files, their lines, and what to do with those that are selected. */
export function DiffReview({ diff, entry, onDecide }: DiffReviewProps) {
  const { store, links } = useWorkbench();
  const { toasts } = usePage();
  const [path, setPath] = useState<string | null>(null);
  const [layout, setLayout] = useState<DiffLayout>(() =>
    stored("diff-layout") === "side-by-side" ? "side-by-side" : "unified",
  );
  /** What was done last here, where it cannot be undone. */
  const [done, setDone] = useState<string | null>(null);
  const decided = usePart("decided")?.find(({ id, intent }) => id === diff.id && intent === null) ?? null;
  const [refused, setRefused] = useState<string | null>(null);
  const document = diff.documents.find((one) => one.path === path) ?? diff.documents[0];
  const { apply, discard, whyNotApply, whyNotDiscard } = diffActions(diff);
  const guard = useGuard(`${diff.id} ${diff.signature}`);
  const approvals = usePart("approvals") ?? [];
  const isAsked = approvals.some(({ id, state }) => id === diff.request && state === "open");
  const blocked = store.whyNotWrite.value ?? (guard.isReady ? null : justAppeared);

  const decide = async (type: "apply" | "discard") => {
    setRefused(null);
    onDecide();
    try {
      const { undo, message } = await store.act({ type, diff: diff.id });
      setDone(undo === null ? (message ?? "Done.") : null);
    } catch (error) {
      setDone(null);
      setRefused(`Nothing was ${type === "apply" ? "applied" : "discarded"}: ${(error as Error).message}`);
    }
  };
  const undo = async (id: string) => {
    try {
      const { message } = await store.act({ type: "undo", id });
      setDone(message ?? "Undone.");
    } catch (error) {
      setRefused(`Nothing was undone: ${(error as Error).message}`);
    }
  };
  const refresh = () =>
    void store.act({ type: "refresh", diff: diff.id }).then(
      () => setRefused(null),
      (error) => toasts.fail(error),
    );
  return (
    <div class="diff-review">
      <div class="toolbar pane-tools">
        <Button
          tone="primary"
          size="small"
          whyNot={blocked ?? whyNotApply ?? whyNotAllow(diff, isAsked)}
          onClick={() => void decide("apply")}
        >
          {apply}
        </Button>
        <Button tone="danger" size="small" whyNot={blocked ?? whyNotDiscard} onClick={() => void decide("discard")}>
          {discard}
        </Button>
        <Button size="small" icon="refresh" whyNot={store.whyNotChange.value} onClick={refresh}>
          Refresh
        </Button>
        {entry !== null && (
          <Button tone="quiet" size="small" onClick={() => links.goTo("chat", entry)}>
            Show in chat
          </Button>
        )}
        <span class="grow" />
        <Segmented
          label="Layout"
          value={layout}
          options={[
            { value: "unified", label: "Unified" },
            { value: "side-by-side", label: "Side by side" },
          ]}
          onChange={(value) => {
            setLayout(value);
            keep("diff-layout", value);
          }}
        />
      </div>
      {refused !== null && <Banner tone="danger">{refused}</Banner>}
      {(done !== null || decided !== null) && (
        <Banner
          tone="good"
          actions={
            done === null &&
            decided !== null && (
              <Button size="small" whyNot={store.whyNotWrite.value} onClick={() => void undo(decided.undo)}>
                Undo
              </Button>
            )
          }
        >
          <span role="status">{done ?? decided?.message}</span>
        </Banner>
      )}
      <p class="soft pane-note">{diffSummary(diff)}</p>
      <DiffTree diff={diff} shown={document?.path ?? null} onShow={setPath} />
      {document?.problem != null && <Banner tone="danger">{document.problem}</Banner>}
      {document !== undefined && (
        <LazyDocument key={document.path} diff={diff.id} document={document} layout={layout} />
      )}
    </div>
  );
}
