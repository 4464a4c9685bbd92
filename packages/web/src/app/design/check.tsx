import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface CheckProps {
  readonly isOn: boolean;
  /** Some of what it stands for is on. */
  readonly isMixed?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export function Check({ isOn, isMixed = false, onChange, children }: CheckProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label class="check">
      <input ref={input} type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
