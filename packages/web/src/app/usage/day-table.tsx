import type { Agent } from "@reprise/model";
import type { DailySeries } from "./daily-series.ts";
import type { Measure } from "./measures.ts";

interface DayTableProps {
  readonly data: DailySeries;
  readonly measure: Measure;
  readonly titleOf: (agent: Agent) => string;
}

/** The chart as a table, latest day first; days without anything are left out. */
export function DayTable({ data, measure, titleOf }: DayTableProps) {
  const rows = data.days
    .map((day, index) => ({ day, values: data.series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== 0))
    .reverse();
  return (
    <details class="usage-table">
      <summary>Show as a table</summary>
      <div class="usage-scroll">
        <table>
          <caption class="visually-hidden">{measure.label} by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {data.series.map(({ agent }) => (
                <th key={agent} scope="col" class="number">
                  {titleOf(agent)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {values.map((value, index) => (
                  <td key={data.series[index]?.agent} class="number">
                    {value === null ? "–" : measure.exact(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
