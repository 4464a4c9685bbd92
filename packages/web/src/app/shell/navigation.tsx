import { Icon, IconButton } from "../design/index.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { usePage } from "./page.ts";
import { hrefOf, type Route } from "./route.ts";
import { entries } from "./screens.ts";
import { chooseTheme, type Theme, theme, themes } from "./theme.ts";
import { waiting } from "./waiting.tsx";

interface NavigationProps {
  readonly route: Route;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

const themeIcons = { system: "system", light: "light", dark: "dark" } as const;

export function Navigation({ route, onPalette, onHelp }: NavigationProps) {
  const now = theme.value;
  const isLost = usePage().connection.isLost.value;
  return (
    <header class="navigation">
      <a class="brand" href="#/sessions" aria-label="Reprise, sessions">
        <span class="brand-mark" aria-hidden="true" />
        <span class="brand-name">Reprise</span>
      </a>
      <nav aria-label="Screens">
        <ul class="plain">
          {entries.map(({ label, short, icon, route: to, screens }) => (
            <li key={label}>
              <a href={hrefOf(to)} title={label} aria-current={screens.includes(route.screen) ? "page" : undefined}>
                <Icon name={icon} />
                <span class="long">{label}</span>
                <span class="short">{short}</span>
                {to.screen === "status" && waiting.value.total > 0 && !isLost && (
                  <span class="nav-count" title="waiting for you">
                    {waiting.value.total}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="navigation-foot">
        <ConnectionStatus />
        <div class="navigation-tools">
          <IconButton icon="search" label="Command palette (Ctrl-K)" onClick={onPalette} />
          <IconButton icon={themeIcons[now]} label={`Theme: ${now}`} onClick={() => chooseTheme(themeAfter(now))} />
          <IconButton icon="help" label="Keyboard help (?)" onClick={onHelp} />
        </div>
      </div>
    </header>
  );
}

export function themeAfter(now: Theme): Theme {
  return themes[(themes.indexOf(now) + 1) % themes.length] ?? "system";
}
