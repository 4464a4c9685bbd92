import { type Activity, safeLine } from "@reprise/model";

/** Prompts that wait for the end of the turn. */
export function Queued({ queued }: { readonly queued: Activity["queued"] }) {
  if (queued.length === 0) return null;
  return (
    <section class="queued" aria-label="Queued messages">
      <span class="soft">Sent after this turn:</span>
      <ol class="plain-list">
        {queued.map(({ id, text }) => (
          <li key={id} class="cut">
            {safeLine(text)}
          </li>
        ))}
      </ol>
    </section>
  );
}
