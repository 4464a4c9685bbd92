/**
 * What is around every screen of the page.
 *
 * - addresses: route.ts, router.ts; screens by name, loaded when shown: screens.ts, screen-loader.tsx
 * - what every part can use: page.ts, one-at-a-time.ts; keys: keys.ts, key-name.ts, key-help.tsx; commands: commands.ts, palette/palette.tsx
 * - the connection to the server: connection.ts, connection-status.tsx; messages: toasts.ts, toast-list.tsx
 * - what waits for the person, in any project: waiting.tsx; colours: theme.ts; navigation: navigation.tsx; the steps of the demo: tour.tsx
 */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCommands } from "./commands.ts";
import { KeyHelp } from "./key-help.tsx";
import { useKeys } from "./keys.ts";
import { Navigation, themeAfter } from "./navigation.tsx";
import { usePage } from "./page.ts";
import { Palette } from "./palette/palette.tsx";
import { goTo, route } from "./router.ts";
import { ScreenLoader } from "./screen-loader.tsx";
import { entries } from "./screens.ts";
import { chooseTheme, theme } from "./theme.ts";
import { ToastList } from "./toast-list.tsx";
import { Tour } from "./tour.tsx";
import { useWaiting, WaitingBar } from "./waiting.tsx";

/** What is around every screen. */
export function Shell() {
  const { here, signOut, toasts } = usePage();
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const close = () => setOpen(null);
  const now = route.value;
  const main = useRef<HTMLElement>(null);
  const { screen } = now;

  useEffect(() => main.current?.focus({ preventScroll: true }), [screen]);
  useWaiting();

  useKeys("Everywhere", [
    { keys: ["Mod+k"], label: "Command palette", run: () => setOpen("palette"), isAnywhere: true },
    { keys: ["?", "h", "H"], label: "Keyboard help", run: () => setOpen("help") },
    ...entries.map(({ key, label, route: to }) => ({ keys: [key], label, run: () => goTo(to) })),
  ]);
  useCommands([
    ...entries.map(({ key, label, route: to }) => ({ id: label, title: label, key, run: () => goTo(to) })),
    {
      id: "theme",
      title: `Theme: ${themeAfter(theme.value)}`,
      hint: "light dark system colours",
      run: () => chooseTheme(themeAfter(theme.peek())),
    },
    { id: "help", title: "Keyboard help", key: "?", run: () => setOpen("help") },
    ...(signOut === null
      ? []
      : [
          {
            id: "sign-out",
            title: "Sign out this browser",
            run: () => void signOut().catch((error) => toasts.fail(error)),
          },
        ]),
  ]);

  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Navigation route={now} onPalette={() => setOpen("palette")} onHelp={() => setOpen("help")} />
      <main ref={main} id="main" tabIndex={-1}>
        {here.isDemo && <div class="demo-note">Demo: nothing here is real</div>}
        <WaitingBar />
        <ScreenLoader route={now} />
        {here.isDemo && <Tour />}
      </main>
      <ToastList />
      {open === "palette" && <Palette onClose={close} />}
      {open === "help" && <KeyHelp onClose={close} />}
    </div>
  );
}
