import type { Interactive } from "../driving/interactive.ts";
import { opencodeHomeEnv } from "./exec/home.ts";

/** No option narrows permissions: they are in its configuration. */
export const opencodeInteractive: Interactive = {
  args: (thread, { model, provider }) => {
    const full =
      model === null || provider === null || model.startsWith(`${provider}/`) ? model : `${provider}/${model}`;
    return ["--session", thread, ...(full === null ? [] : [`--model=${full}`])];
  },
  homeEnv: opencodeHomeEnv,
};
