import { useId } from "preact/hooks";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly whyNot?: string }[];
  readonly onChange: (value: Value) => void;
  readonly isLabelHidden?: boolean;
}

/** The browser's own list: usable by every keyboard, finger and screen reader. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, isLabelHidden = false } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? "visually-hidden" : "label"}>
        {label}
      </label>
      <select id={id} class="select" value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.whyNot !== undefined} title={option.whyNot}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
