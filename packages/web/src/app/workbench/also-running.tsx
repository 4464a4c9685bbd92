import { safeLine } from "@reprise/model";
import { Button, Dot } from "../design/index.ts";
import { useAct, usePart, useWorkbench } from "./use-workbench.ts";

const states = { working: "working", waiting: "waiting for you", idle: "finished" } as const;
const tones = { working: "accent", waiting: "caution", idle: "good" } as const;

/** Conversations whose agents run beside the one that is shown. */
export function AlsoRunning() {
  const { store } = useWorkbench();
  const act = useAct();
  const conversations = usePart("alsoRunning") ?? [];
  if (conversations.length === 0) return null;
  return (
    <nav class="also-running" aria-label="Also running">
      <span class="soft">Also running:</span>
      {conversations.map(({ id, title, state }) => (
        <Button
          key={id}
          size="small"
          title={`Show “${safeLine(title)}”`}
          whyNot={store.whyNotChange.value}
          onClick={() => void act({ type: "switch", conversation: id })}
        >
          <Dot tone={tones[state]} pulses={state === "working" && store.link.value !== "lost"} />
          <span class="cut">“{safeLine(title)}”</span>
          <span class="soft">· {states[state]}</span>
        </Button>
      ))}
    </nav>
  );
}
