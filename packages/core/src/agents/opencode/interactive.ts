import type { Interactive } from "../driving/interactive.ts";
import { opencodeHomeEnv } from "./exec/home.ts";

/** `opencode --session ID`. Its permissions are in its configuration: there is no option that only narrows them. */
export const opencodeInteractive: Interactive = {
  args: (thread, { model, provider }) => {
    const full =
      model === null || provider === null || model.startsWith(`${provider}/`)
        ? model
        : `${provider}/${model}`;
    return ["--session", thread, ...(full === null ? [] : [`--model=${full}`])];
  },
  homeEnv: opencodeHomeEnv,
};
