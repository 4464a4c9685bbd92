import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import type { Tone } from "./tone.ts";

interface BannerProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** Something to know about what is below it. */
export function Banner({ tone = "plain", children, actions }: BannerProps) {
  return (
    <div class="banner" data-tone={tone} role={tone === "danger" ? "alert" : undefined}>
      <div class="text">{children}</div>
      {actions}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Where nothing is: why, and what to do. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Says what is waited for. */
export function Spinner({ children }: { readonly children: ComponentChildren }) {
  return (
    <span class="spinner" role="status">
      {children}
    </span>
  );
}
