import { type ItemBody, type WorkStatus, workWords } from "@reprise/model";
import { Badge } from "../design/index.ts";
import type { Tone } from "../design/tone.ts";

const tones: Readonly<Record<WorkStatus, Tone>> = {
  done: "plain",
  failed: "danger",
  declined: "danger",
  open: "caution",
  waiting: "caution",
};

/** How work ended; nothing if it simply succeeded. */
export function Outcome({ item }: { readonly item: ItemBody }) {
  if (item.kind === "command" && item.exitCode !== null)
    return item.exitCode === 0 ? null : <Badge tone="danger">exit {item.exitCode}</Badge>;
  if (!("status" in item) || item.status === "done") return null;
  return <Badge tone={tones[item.status]}>{workWords[item.status]}</Badge>;
}
