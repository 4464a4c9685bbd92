import { asTimestamp, tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { isForeign, listOf } from "../../foreign.ts";
import type { Fact } from "../../reading/fact.ts";
import type { RolloutRef } from "../../reading/source.ts";
import { aboutHeader } from "./about.ts";
import { FactCollector } from "./fact-collector.ts";
import { collectResponseItem } from "./response-item.ts";

const mostBytes = 64 * 1024 * 1024;

/** The files of 2025-04: `{session, items}`, written whole each time. */
export function wholeFileFacts(rollout: RolloutRef, host: Host): Fact[] {
  const facts = new FactCollector();
  const origin = { file: rollout.path, line: 1, byteOffset: 0 };
  const text = rollout.sizeBytes > mostBytes ? null : host.files.text(rollout.path, mostBytes);
  const document = text === null ? null : tryParseJson(text.replace(/^\uFEFF/, ""));
  if (isForeign(document)) {
    const session = isForeign(document.session) ? document.session : document;
    facts.about({ ...aboutHeader(session), updatedAt: asTimestamp(session.timestamp) });
    for (const [index, item] of listOf(document.items).entries()) {
      const place = { origin: { ...origin, byteOffset: index }, at: null };
      if (isForeign(item)) collectResponseItem(item, place, facts);
      else facts.item({ kind: "opaque", raw: item }, place);
    }
  } else {
    const kind = text === "" ? "empty-file" : rollout.sizeBytes > mostBytes ? "oversized-line" : "not-json";
    facts.damage({
      ...origin,
      kind,
      detail: kind === "empty-file" ? "the file is empty" : "the file is not a complete JSON document",
    });
  }
  return facts.flush();
}
