import type { NumberedEvent, RestoreEvent, Run, StartedRun } from "@reprise/model";
import type { runRoutes } from "@reprise/model/routes";
import type { ContractValue } from "@reprise/model/schema";
import { callsOf } from "./calls.ts";
import { controlsOver } from "./control-queue.ts";
import type { Link } from "./link.ts";
import { plainItem } from "./plain-item.ts";

type Attached = ContractValue<"attached-run">;

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
  const calls = callsOf<typeof runRoutes>(link);
  return {
    id: run,
    origin,
    controls: controlsOver(link, run, origin),
    async *events(after, signal): AsyncGenerator<NumberedEvent> {
      const events = calls.follow("/runs/:run/events", () => ({ run, origin }), { after, signal });
      for await (const { number, data } of events) {
        const { event, plan } = data;
        if (event.type === "refused" && plan !== null) onPlan(event.plan, plan);
        yield { number: number ?? 0, event: liveEvent(event) };
      }
    },
  };
}

function liveEvent(event: ContractValue<"run-event">["event"]): RestoreEvent {
  return event.type === "item" ? { ...event, item: plainItem(event.item) } : event;
}
