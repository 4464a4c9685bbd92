import {
  elapsedText,
  grouped,
  localTime,
  type ProjectView,
  roundDuration,
  roundOutcomeWords,
  roundWords,
  type Timestamp,
} from "@reprise/model";

/** The picture as a table. */
export function RoundTable({ view, now }: { readonly view: ProjectView; readonly now: Timestamp }) {
  const isRunning = view.state === "running";
  return (
    <details class="round-table">
      <summary>Show as a table</summary>
      <div class="round-scroll">
        <table>
          <caption class="visually-hidden">Rounds</caption>
          <thead>
            <tr>
              {["Round", "Outcome", "Started", "Took", "Tokens", "Commits", "Files"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.rounds.map((round) => {
              const ms = roundDuration(round, isRunning ? now : null);
              return (
                <tr key={round.number}>
                  <th scope="row">
                    {round.number} <span class="faint">({roundWords(round)})</span>
                  </th>
                  <td>{roundOutcomeWords(round, isRunning)}</td>
                  <td>{round.startedAt === null ? "–" : localTime(round.startedAt)}</td>
                  <td>{ms === null ? "–" : elapsedText(ms)}</td>
                  <td>{round.tokens === null ? "–" : grouped(round.tokens)}</td>
                  <td>{round.commits?.length ?? "–"}</td>
                  <td>{round.files?.length ?? "–"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
