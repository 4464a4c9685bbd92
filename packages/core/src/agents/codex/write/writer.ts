import { join } from "node:path";
import { asThreadId, type Timestamp } from "@reprise/model";
import { replaceFile } from "../../../host/files/replace-file.ts";
import type { Host } from "../../../host/host.ts";
import { homeFolderOf } from "../../../host/own-folders.ts";
import type { NativeWriter, WriteOrder } from "../../writing/native-writer.ts";
import { installedCodex } from "../driver/program.ts";
import { locateCodex } from "../read/locate.ts";
import { readsNumbered } from "../releases.ts";
import { newId } from "./id.ts";
import { rolloutOf } from "./rollout.ts";

/** A rollout as Codex would have written it, under a name that no other file has. Codex finds it by itself. */
export const codexWriter: NativeWriter = {
  agent: "codex",
  newThread: (host) => asThreadId(newId(host.now())),
  async write(history, order, host) {
    order.signal.throwIfAborted();
    const home = homeOf(order);
    const there = locateCodex(home, host).rollouts.find(({ thread }) => thread === order.thread);
    if (there) return { thread: order.thread, path: there.path };
    const path = join(home, "sessions", pathOf(order));
    const provider = order.settings.provider ?? usualProvider(home, host);
    const isNumbered = readsNumbered(installedCodex(order));
    replaceFile(path, rolloutOf(history, { ...order, settings: { ...order.settings, provider } }, { isNumbered }));
    return { thread: order.thread, path };
  },
};

function homeOf({ home, env }: WriteOrder): string {
  return home ?? (env.CODEX_HOME || join(homeFolderOf(env), ".codex"));
}

/** Codex names folders and files by local time. */
function pathOf({ thread, at }: WriteOrder): string {
  const [day, time] = localTime(at);
  return join(...day, `rollout-${day.join("-")}T${time.join("-")}-${thread}.jsonl`);
}

function localTime(at: Timestamp): [day: string[], time: string[]] {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return [
    [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())],
    [two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())],
  ];
}

const mostBytes = 1024 * 1024;

/** Which provider Codex uses in this home when nothing else is said. Without one in its rollout no thread is resumed. */
export function usualProvider(home: string, host: Host): string {
  const config = host.files.text(join(home, "config.toml"), mostBytes) ?? "";
  const topLevel = config.split(/^\s*\[/m, 1)[0] ?? "";
  const found = /^\s*model_provider\s*=\s*(?:"([^"\\]+)"|'([^']+)')/m.exec(topLevel);
  return found?.[1] ?? found?.[2] ?? "openai";
}
