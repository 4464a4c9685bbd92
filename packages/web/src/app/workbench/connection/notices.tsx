import { Banner, Button, IconButton, LinkButton } from "../../design/index.ts";
import { lostWords } from "../../shell/connection.ts";
import { hrefOf } from "../../shell/route.ts";
import { failingWords, readOnlyWords } from "../store/why-not.ts";
import { useAct, usePart, useWorkbench } from "../use-workbench.ts";
import { Preflight } from "./preflight.tsx";
import { UnlockForm } from "./unlock-form.tsx";

/** Everything that is wrong or waits for consent, above the panes. */
export function Notices() {
  const { store } = useWorkbench();
  return (
    <>
      {store.link.value === "lost" && (
        <Banner tone="caution">
          <span role="status" aria-label="Offline">
            {lostWords}
          </span>
        </Banner>
      )}
      <BannerNotice />
      <SavingNotice />
      <ConnectionNotice />
    </>
  );
}

function BannerNotice() {
  const act = useAct();
  const banner = usePart("banner");
  if (banner == null) return null;
  const tones = { error: "danger", warning: "caution", info: "plain" } as const;
  return (
    <Banner
      tone={tones[banner.tone]}
      actions={
        <>
          {banner.canRetry && (
            <Button size="small" onClick={() => void act({ type: "retry" })}>
              {banner.isInSession ? "Continue" : "Retry"}
            </Button>
          )}
          <IconButton size="small" icon="close" label="Dismiss" onClick={() => void act({ type: "dismiss-banner" })} />
        </>
      }
    >
      {banner.text}
    </Banner>
  );
}

function SavingNotice() {
  const saving = usePart("saving");
  if (saving === undefined || saving.state === "on") return null;
  const options = (
    <LinkButton size="small" href={hrefOf({ screen: "options" })}>
      Options
    </LinkButton>
  );
  switch (saving.state) {
    case "off":
      return <Banner actions={options}>This session is not saved: saving is off.</Banner>;
    case "failing": {
      return (
        <Banner tone="danger" actions={options}>
          {failingWords(saving)}
        </Banner>
      );
    }
    case "read-only":
      return <Banner tone="caution">Read-only: {readOnlyWords(saving)}</Banner>;
    case "locked":
      return <UnlockForm detail={saving.detail} />;
  }
}

function ConnectionNotice() {
  const { store } = useWorkbench();
  const act = useAct();
  const connection = usePart("connection");
  const banner = usePart("banner");
  if (connection?.state === "degraded") {
    const { plan, planId, detail } = connection;
    // A plan that can be agreed to says why it is shown.
    const isOffered = plan !== null && planId !== null && plan.owner === null;
    return (
      <>
        {!isOffered && detail !== banner?.text && (
          <Banner
            tone="caution"
            actions={
              <Button size="small" whyNot={store.whyNotChange.value} onClick={() => void act({ type: "connect" })}>
                Try again
              </Button>
            }
          >
            {detail ?? "The agent cannot be reached."}
          </Banner>
        )}
        {plan !== null && <Preflight key={planId} plan={plan} id={planId} reason={isOffered ? detail : null} />}
      </>
    );
  }
  if (connection?.state === "stale")
    return (
      <Banner
        tone="caution"
        actions={
          <Button size="small" whyNot={store.whyNotChange.value} onClick={() => void act({ type: "connect" })}>
            Connect
          </Button>
        }
      >
        Stale: this is how it was saved. {connection.detail ?? ""}
      </Banner>
    );
  return null;
}
