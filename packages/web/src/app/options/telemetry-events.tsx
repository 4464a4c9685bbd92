import { localTime, type TelemetryReport } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { usePage } from "../shell/page.ts";

/** What was counted and what was sent, newest first. */
export function TelemetryEvents() {
  const { telemetry } = usePage();
  const [report, setReport] = useState<TelemetryReport | null>(null);
  useEffect(() => {
    Promise.resolve(telemetry.recent()).then(setReport, () => undefined); // the connection is shown elsewhere
  }, [telemetry]);
  if (report === null) return null;
  const { state, address, detail } = report.export;
  return (
    <>
      <p class="soft">
        {state === "off"
          ? "Nothing leaves this machine."
          : `${exportWords[state]} ${address ?? ""}${detail === null ? "" : `: ${detail}`}`}
      </p>
      <details>
        <summary>Latest events ({report.events.length})</summary>
        <table class="events">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Event</th>
              <th scope="col">Properties</th>
            </tr>
          </thead>
          <tbody>
            {report.events.toReversed().map(({ name, at, attributes }, index) => (
              <tr key={report.events.length - index}>
                <td>{localTime(at)}</td>
                <td>{name}</td>
                <td>{propertyWords(attributes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

const exportWords = {
  waiting: "Nothing was sent yet to",
  sending: "Sent to",
  failing: "Cannot be sent to",
} as const;

function propertyWords({ workspaceId: _workspaceId, ...rest }: Readonly<Record<string, unknown>>): string {
  return Object.entries(rest)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
