import type { ComponentChildren } from "preact";

/** Text that keeps its lines and scrolls by itself; the keyboard reaches it, so that it can scroll it too. */
export function ScrollingText(props: { readonly class: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers scroll only what has the focus
    <pre class={props.class} tabIndex={0}>
      {props.children}
    </pre>
  );
}
