import { join } from "node:path";
import { SessionError, tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import type { WriteOrder } from "../../writing/native-writer.ts";
import { runOpencode } from "./run-opencode.ts";
import type { Model } from "./session.ts";

const mostBytes = 1024 * 1024;

/**
 * The model that the session is to go on with: OpenCode takes it from the last prompt, and wants one in every prompt.
 * Where none was ordered it is the one that OpenCode would use for a new session.
 */
export async function modelFor(order: WriteOrder, host: Host): Promise<Model> {
  const { model, provider } = order.settings;
  const ordered = modelOf(
    model === null || provider === null ? model : `${provider}/${model.replace(`${provider}/`, "")}`,
  );
  const found = ordered ?? (await configured(order)) ?? lastUsed(host);
  if (found !== null) return found;
  const message = "OpenCode has no default model. Name one as provider/model.";
  throw new SessionError("refused", message);
}

async function configured(order: WriteOrder): Promise<Model | null> {
  const { output } = await runOpencode(["debug", "config"], order);
  return modelOf(textOf(fieldOf(tryParseJson(output.slice(output.indexOf("{"))), "model")));
}

function lastUsed({ env, homeFolder, files }: Host): Model | null {
  const state = join(env.XDG_STATE_HOME || join(homeFolder, ".local", "state"), "opencode", "model.json");
  const [recent] = listOf(fieldOf(tryParseJson(files.text(state, mostBytes) ?? ""), "recent"));
  if (!isForeign(recent)) return null;
  const [providerID, modelID] = [textOf(recent.providerID), textOf(recent.modelID)];
  return providerID === null || modelID === null ? null : { providerID, modelID };
}

/** `provider/model`, of which the second may have such a line too. */
function modelOf(name: string | null): Model | null {
  const at = name?.indexOf("/") ?? -1;
  if (name === null || at < 1 || at === name.length - 1) return null;
  return { providerID: name.slice(0, at), modelID: name.slice(at + 1) };
}
