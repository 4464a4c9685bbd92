import { Dot } from "../design/index.ts";
import { connectionTones } from "./connection.ts";
import { usePage } from "./page.ts";

export function ConnectionStatus() {
  const { state, detail } = usePage().connection.now.value;
  return (
    <div class="connection" role="status" aria-label="Connection" title={detail ?? undefined}>
      <Dot tone={connectionTones[state]} pulses={state === "connecting" || state === "reconciling"} />
      <span>{state}</span>
    </div>
  );
}
