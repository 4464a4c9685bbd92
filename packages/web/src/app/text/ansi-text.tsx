import { useMemo } from "preact/hooks";
import { ansiParts } from "./ansi-parts.ts";

/** Output of a program, with its colours. */
export function AnsiText({ text }: { readonly text: string }) {
  const parts = useMemo(() => ansiParts(text), [text]);
  return (
    <>
      {parts.map(({ text: shown, classes, colour }, index) => (
        <span
          key={index}
          class={classes === "" ? undefined : classes}
          {...(colour === null ? {} : { style: { color: `rgb(${colour})` } })}
        >
          {shown}
        </span>
      ))}
    </>
  );
}
