import { join } from "node:path";
import { type KnownBrowsers, tryParseJson } from "@reprise/model";
import { z } from "zod";
import { replaceFile } from "../host/files/replace-file.ts";
import { removeFile } from "../host/files/set-aside.ts";
import { orNull } from "../host/files/unless-missing.ts";
import type { Host } from "../host/host.ts";

const recordSchema = z.strictObject({
  version: z.literal(1),
  browsers: z.array(z.strictObject({ hash: z.string().regex(/^[\da-f]{64}$/), usedAt: z.iso.datetime() })),
});
type Browser = z.infer<typeof recordSchema>["browsers"][number];

const MOST_BYTES = 64 * 1024;
const MOST_BROWSERS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;

/** One file a port: `<state>/servers/<port>.browsers.json`. A file that cannot be read lets nobody in. */
export function openKnownBrowsers(stateFolder: string, host: Pick<Host, "files" | "now">): KnownBrowsers {
  const folder = join(stateFolder, "servers");
  const pathOf = (port: number) => join(folder, `${port}.browsers.json`);
  const nowMs = () => Date.parse(host.now());
  const load = (port: number): readonly Browser[] => {
    const text = orNull(() => host.files.text(pathOf(port), MOST_BYTES)) ?? "";
    const { browsers = [] } = recordSchema.safeParse(tryParseJson(text)).data ?? {};
    return browsers.filter(({ usedAt }) => nowMs() - Date.parse(usedAt) < KEPT_MS);
  };
  const save = (port: number, browsers: readonly Browser[]) => {
    if (browsers.length === 0) return removeFile(pathOf(port));
    const record = { version: 1, browsers: browsers.slice(-MOST_BROWSERS) };
    replaceFile(pathOf(port), `${JSON.stringify(record)}\n`);
  };
  return {
    at: (port) => load(port).map(({ hash }) => hash),
    used(port, hash) {
      const browsers = load(port);
      const last = browsers.find((one) => one.hash === hash);
      // Used all the time: a day more or less does not matter.
      if (last !== undefined && Math.abs(nowMs() - Date.parse(last.usedAt)) < DAY_MS) return;
      save(port, [...browsers.filter((one) => one !== last), { hash, usedAt: host.now() }]);
    },
    remove(port, hash) {
      save(
        port,
        load(port).filter((one) => one.hash !== hash),
      );
    },
    ports() {
      const names = (host.files.list(folder) ?? []).map(({ name }) => /^(\d+)\.browsers\.json$/.exec(name));
      const ports = names.flatMap((match) => (match === null ? [] : [Number(match[1])]));
      const lastUse = new Map(ports.map((port) => [port, load(port).at(-1)?.usedAt ?? ""]));
      return ports
        .filter((port) => lastUse.get(port) !== "")
        .toSorted((one, other) => ((lastUse.get(one) ?? "") > (lastUse.get(other) ?? "") ? -1 : 1));
    },
  };
}
