import { useState } from "preact/hooks";
import { IconButton } from "../design/index.ts";
import { usePage } from "../shell/page.ts";

interface CopyButtonProps {
  /** Or how to get it, for a text that is not here yet. */
  readonly text: string | (() => Promise<string>);
  readonly label: string;
}

/** Copies the text as it was recorded, not as it is shown. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { toasts } = usePage();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <IconButton
      size="small"
      icon={isDone ? "check" : "copy"}
      label={isDone ? "Copied" : label}
      onClick={() => void copy()}
    />
  );
}
