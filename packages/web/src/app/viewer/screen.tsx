import type { ScreenProps } from "../shell/screens.ts";
import { SessionView } from "./session-view.tsx";

export function Screen({ route }: ScreenProps<"viewer">) {
  return <SessionView {...route} />;
}
