import { grouped, type Usage } from "@reprise/model";
import { shortCount, timeWords } from "./measures.ts";

/** The figures of the whole period. */
export function Totals({ usage }: { readonly usage: Usage }) {
  const { tokens, workMs, turnCount, commandCount, failedCommandCount, editCount } = usage.total;
  const figure = (value: number | null) => (value === null ? "–" : shortCount(value));
  return (
    <dl class="usage-totals">
      <Total
        name="Input"
        value={figure(tokens.input)}
        more={tokens.cached === null ? null : `${figure(tokens.cached)} cached`}
      />
      <Total
        name="Output"
        value={figure(tokens.output)}
        more={tokens.reasoning ? `${figure(tokens.reasoning)} reasoning` : null}
      />
      <Total name="Working time" value={workMs === null ? "–" : timeWords(workMs)} more={null} />
      <Total name="Turns" value={grouped(turnCount)} more={null} />
      <Total
        name="Commands"
        value={grouped(commandCount)}
        more={failedCommandCount > 0 ? `${grouped(failedCommandCount)} failed` : null}
      />
      <Total name="Edits" value={grouped(editCount)} more={null} />
    </dl>
  );
}

function Total({ name, value, more }: { readonly name: string; readonly value: string; readonly more: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {more === null ? null : <span class="faint">{more}</span>}
      </dd>
    </div>
  );
}
