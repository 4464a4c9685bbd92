import { Dot } from "../design/index.ts";
import { connectionTones, connectionWords } from "./connection.ts";
import { usePage } from "./page.ts";

export function ConnectionStatus() {
  const { state, detail } = usePage().connection.now.value;
  return (
    <div
      class="connection"
      role="status"
      aria-label="Connection"
      data-state={state}
      title={detail ?? connectionWords[state]}
    >
      <Dot tone={connectionTones[state]} pulses={state === "connecting" || state === "reconciling"} />
      <span>{connectionWords[state]}</span>
    </div>
  );
}
