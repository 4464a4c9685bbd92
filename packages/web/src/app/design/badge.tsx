import type { ComponentChildren } from "preact";
import type { Tone } from "./tone.ts";

/** A state or a count, in one or two words. */
export function Badge(props: { readonly tone?: Tone; readonly title?: string; readonly children: ComponentChildren }) {
  return (
    <span class="badge" data-tone={props.tone ?? "plain"} title={props.title}>
      {props.children}
    </span>
  );
}

/** A coloured point next to words that say the same. */
export function Dot({ tone = "plain", pulses = false }: { readonly tone?: Tone; readonly pulses?: boolean }) {
  return <span class="dot" data-tone={tone} data-pulses={pulses ? "" : undefined} aria-hidden="true" />;
}
