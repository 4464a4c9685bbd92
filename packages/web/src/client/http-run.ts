import type { NumberedEvent, RestoreEvent, Run, StartedRun } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import { controlsOver } from "./control-queue.ts";
import type { Link } from "./link.ts";
import { plainItem } from "./plain-item.ts";
import { steadyEvents } from "./steady-events.ts";

export type Attached = ContractValue<"attached-run">;
type Line = ContractValue<"run-event">;

interface RunParts {
  readonly link: Link;
  /** The plan of a refusal can be carried out under this id. */
  readonly onPlan: (plan: object, id: string) => void;
}

export function httpRun(attached: Attached, parts: RunParts): Run {
  const started = startedRun(attached, parts);
  return attached.isControlled ? started : { ...started, controls: null };
}

export function startedRun({ run, origin }: Attached, { link, onPlan }: RunParts): StartedRun {
  const path = `/runs/${encodeURIComponent(run)}`;
  const eventsPath = `${path}/events?${new URLSearchParams({ origin })}`;
  return {
    id: run,
    origin,
    controls: controlsOver(link, `${path}/controls`, origin),
    async *events(after, signal): AsyncGenerator<NumberedEvent> {
      for await (const { number, data } of steadyEvents(link, eventsPath, { after, signal })) {
        const { event, plan } = data as Line;
        if (event.type === "refused" && plan !== null) onPlan(event.plan, plan);
        yield { number: number ?? 0, event: liveEvent(event) };
      }
    },
  };
}

function liveEvent(event: Line["event"]): RestoreEvent {
  return event.type === "item" ? { ...event, item: plainItem(event.item) } : event;
}
