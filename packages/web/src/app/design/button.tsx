import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: (event: MouseEvent) => void;
  readonly tone?: "plain" | "primary" | "danger" | "quiet";
  readonly size?: "usual" | "small";
  readonly icon?: IconName;
  /** Why it cannot be used now: shown on hover, read by screen readers; null if it can. */
  readonly whyNot?: string | null;
  readonly isPressed?: boolean;
  /** Whether what it unfolds is shown. */
  readonly isExpanded?: boolean;
  readonly title?: string;
  readonly isFocused?: boolean;
}

/** A button whose words are visible. One that cannot be used stays in reach of the keyboard and says why. */
export function Button(props: ButtonProps) {
  const { children, onClick, tone = "plain", size = "usual", icon, whyNot = null, isPressed, title } = props;
  return (
    <button
      type="button"
      class="button"
      data-tone={tone}
      data-size={size}
      aria-disabled={whyNot === null ? undefined : true}
      aria-pressed={isPressed}
      aria-expanded={props.isExpanded}
      title={whyNot ?? title}
      autofocus={props.isFocused ?? false}
      onClick={(event) => {
        if (whyNot === null) onClick(event);
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: (event: MouseEvent) => void;
  readonly size?: "usual" | "small";
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly whyNot?: string | null;
}

/** A button that is only an icon: its label is its name and its tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, size = "usual", isPressed, isExpanded, whyNot = null } = props;
  return (
    <button
      type="button"
      class="button"
      data-tone="quiet"
      data-shape="icon"
      data-size={size}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-disabled={whyNot === null ? undefined : true}
      title={whyNot === null ? label : `${label}: ${whyNot}`}
      onClick={(event) => {
        if (whyNot === null) onClick(event);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly tone?: "plain" | "primary" | "quiet";
  readonly size?: "usual" | "small";
  readonly icon?: IconName;
}

/** A link of this page that looks like a button: it goes somewhere and does nothing else. */
export function LinkButton({ href, children, tone = "plain", size = "usual", icon }: LinkButtonProps) {
  return (
    <a class="button" data-tone={tone} data-size={size} href={href}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </a>
  );
}
