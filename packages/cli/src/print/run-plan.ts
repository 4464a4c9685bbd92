import { exactLine, noSettings, type Offer, type RunWish, safeBody } from "@reprise/model";
import { offerShape, settingsShape } from "./plan-json.ts";
import { utcTime } from "./words.ts";

/** What `run` would do, as `--dry-run --json` tells it. */
export function runPlanShape({ agent, cwd, settings, prompt }: RunWish, offer: Offer | null) {
  const whole = settingsShape({ ...noSettings, ...settings, cwd });
  return { agent, cwd, settings: whole, prompt, offer: offer && offerShape(offer) };
}

export function runPlanText({ agent, cwd, settings, prompt }: RunWish, offer: Offer | null): string {
  const said = Object.entries(settings).filter(([field]) => field !== "cwd");
  const interrupted =
    offer === null
      ? []
      : [`Interrupted session from ${utcTime(offer.startedAt)}: ${exactLine(offer.session)}`];
  return [
    `Run ${agent} in ${exactLine(cwd)}`,
    ...said.map(([field, value]) => `  ${field}: ${exactLine(value ?? "")}`),
    ...interrupted,
    "Will be sent:",
    ...safeBody(prompt)
      .split("\n")
      .map((line) => `  > ${line}`),
    "",
  ].join("\n");
}
