import type { Ref } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
  readonly icon?: IconName;
  readonly kind?: "text" | "search" | "number" | "password";
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Others it controls, for screen readers. */
  readonly controls?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onInput, isLabelHidden = false, placeholder, icon, kind = "text" } = props;
  const id = useId();
  const input = (
    <input
      {...(props.inputRef === undefined ? {} : { ref: props.inputRef })}
      {...(props.onKeyDown === undefined ? {} : { onKeyDown: props.onKeyDown })}
      id={id}
      class="input"
      type={kind as "text"}
      value={value}
      placeholder={placeholder ?? ""}
      autocomplete="off"
      spellcheck={false}
      aria-controls={props.controls}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? "visually-hidden" : "label"}>
        {label}
      </label>
      {icon === undefined ? (
        input
      ) : (
        <div class="with-icon">
          <Icon name={icon} />
          {input}
        </div>
      )}
    </div>
  );
}
