import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Banner, Button, Spinner } from "../design/index.ts";
import type { Route, ScreenName } from "./route.ts";
import { type ScreenProps, screens } from "./screens.ts";

type AnyScreen = ComponentType<ScreenProps<ScreenName>>;

const loaded = new Map<ScreenName, AnyScreen>();

/** Gets a screen's part of the page before it is needed. Failing is fine: it is loaded again when shown. */
export function preload(screen: ScreenName): void {
  screens[screen]().then(
    (part) => void loaded.set(screen, part.Screen as AnyScreen),
    () => undefined,
  );
}

/** Shows the screen of a route once its part of the page is here. */
export function ScreenLoader({ route }: { readonly route: Route }) {
  const [, setCount] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const { screen } = route;
  const Screen = loaded.get(screen);
  useEffect(() => {
    if (loaded.has(screen)) return;
    let isGone = false;
    setProblem(null);
    screens[screen]().then(
      (part) => {
        loaded.set(screen, part.Screen as AnyScreen);
        if (!isGone) setCount((count) => count + 1);
      },
      (error: unknown) => {
        if (!isGone) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [screen]);
  if (Screen !== undefined) return <Screen route={route as never} />;
  if (problem === null) return <Spinner>Loading…</Spinner>;
  const again = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
  return (
    <Banner tone="danger" actions={again}>
      This part of the page could not be loaded: {problem}
    </Banner>
  );
}
