import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Things that wait there; 0 shows nothing. */
  readonly waiting: number;
}

interface TabsProps<Name extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Tabs and the panel of the current one; arrows move between them. */
export function Tabs<Name extends string>({ id, label, tabs, current, onChange, children }: TabsProps<Name>) {
  const bar = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === current);
    const next = (at + by + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab !== undefined) onChange(tab.name);
    const button = bar.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="tabs">
      <div ref={bar} class="tab-bar" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, label: words, waiting }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {words}
            {waiting > 0 && (
              <span class="tab-count">
                {waiting}
                <span class="visually-hidden"> waiting</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${id}-tab-${current}`}>
        {children}
      </div>
    </div>
  );
}
