import { exactLine, type Round, roundSummaryWords, safeLine, type Timestamp } from "@reprise/model";
import { LinkButton } from "../design/index.ts";
import { viewerHref } from "../shell/route.ts";

interface RoundDetailsProps {
  readonly round: Round;
  readonly isRunning: boolean;
  readonly now: Timestamp;
}

/** What one round did, by the machine's account. */
export function RoundDetails({ round, isRunning, now }: RoundDetailsProps) {
  const { number, commits, files, session, problem } = round;
  return (
    <section class="round-details" aria-label={`Round ${number}`} aria-live="polite">
      <p class="round-summary">
        <span class="grow">{roundSummaryWords(round, isRunning, now)}</span>
        {session !== null && (
          <LinkButton href={viewerHref(session)} tone="quiet" size="small">
            View the session
          </LinkButton>
        )}
      </p>
      {problem !== null && <p class="tone-caution">{exactLine(problem)}</p>}
      {commits !== null && commits.length > 0 && (
        <ul class="plain">
          {commits.map(({ hash, subject }) => (
            <li key={hash}>
              <code>{exactLine(hash.slice(0, 9))}</code> {safeLine(subject)}
            </li>
          ))}
        </ul>
      )}
      {files !== null && files.length > 0 && (
        <details>
          <summary class="soft">{files.length === 1 ? "1 file changed" : `${files.length} files changed`}</summary>
          <ul class="plain mono">
            {files.map((file) => (
              <li key={file}>{exactLine(file)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
