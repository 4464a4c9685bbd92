import type { AilmentFate, AilmentKind, EmbeddedImage } from "@reprise/model";
import { AilmentCollector, type AilmentPosition, type HistoryPosition } from "../ailments/ailment-collector.ts";
import type { AilmentScan } from "../ailments/ailment-scan.ts";
import { type BadItem, badItemsIn } from "../ailments/bad-item.ts";
import { sizeOfImage, tooManyPixels } from "../ailments/image-fault.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";
import { rawRecords } from "../reading/raw-records.ts";
import { ChainCheck, type LostMessages } from "./broken-chain.ts";
import { dialect, imagesIn } from "./dialect.ts";
import { promptFaults, replyFaults } from "./faults.ts";
import { blocksOf } from "./read/content.ts";
import { ConversationTree } from "./read/conversation-tree.ts";
import { isAnswer, isClaudeRecord, parentOf } from "./read/record.ts";

const tooLong = /prompt is too long|input length and `?max_tokens`? exceed|context window/i;

const sent: ReadonlySet<AilmentKind> = new Set([
  "bad-call-id",
  "bad-tool-name",
  "bad-tool-input",
  "bad-order",
  "unknown-block",
  "empty-content",
  "nul",
  "oversized-item",
  "context-full",
]);

/** As of 2.1.325: refused thinking, images and documents are left out of a second request. */
function onResume(kind: AilmentKind): AilmentFate {
  if (kind === "oversized-image" || kind === "bad-timestamp") return "refused";
  if (kind === "broken-chain") return "lost";
  return sent.has(kind) ? "sent" : "healed";
}

export const claudeAilments: AilmentScan = {
  agent: "claude",
  async *scan(rollout, host) {
    const history = new History();
    const how = { collector: history.collector, isRecord: isClaudeRecord };
    for await (const { value, place, followsDamage } of rawRecords(rollout.path, host, how)) {
      if (followsDamage) history.loseLine();
      history.take(value, place);
    }
    history.end();
    yield* history.collector.results({ maker: history.model, lastTurn: history.turn });
  },
};

/** Tracks the branch Claude Code would send. An abandoned branch that is resumed counts from there on. */
class History {
  readonly collector = new AilmentCollector(onResume);
  readonly #tree = new ConversationTree();
  readonly #images = new ImageLimit();
  readonly #chain = new ChainCheck();
  turn = 0;
  model: string | null = null;
  #hasPrompt = false;
  /** The latest reply, and the reply of each open call. */
  #latestReply: string | null = null;
  readonly #askedIn = new Map<string, string | null>();
  /** The last message, if it has no time. */
  #untimed: AilmentPosition | null = null;

  loseLine(): void {
    this.#tree.loseId();
  }

  take(value: unknown, origin: AilmentPosition): void {
    if (!isForeign(value) || value.isSidechain === true) return;
    const id = textOf(value.uuid);
    if (value.type === "user" || value.type === "assistant")
      this.#untimed = Number.isNaN(Date.parse(textOf(value.timestamp) ?? "")) ? origin : null;
    const message = value.type === "assistant" ? textOf(fieldOf(value, "message", "id")) : null;
    if (id !== null && this.#tree.isCopy(id, message)) return;
    this.#chain.take(value, value.type === "user" && isPromptOf(value), origin);
    if (id === null) return;
    if (this.#tree.has(id)) this.collector.add([twice(id)], { ...origin, turn: this.turn, name: id });
    const isBoundary = value.type === "system" && value.subtype === "compact_boundary";
    if (isBoundary) this.#compacted(value);
    this.#grow(value, id, origin);
    const place = { ...origin, turn: this.turn, name: id };
    if (value.type === "assistant") this.#reply(value, place);
    else if (value.type === "user") this.#user(value, place);
  }

  #grow(record: Foreign, id: string, { line }: AilmentPosition): void {
    const isPrompt = record.type === "user" && isPromptOf(record);
    const ownMessage =
      record.type === "assistant" ? (textOf(fieldOf(record, "message", "id")) ?? id) : isPrompt ? id : null;
    const place = { id, parent: parentOf(record), isAnswer: isAnswer(record), message: ownMessage, line };
    const { left } = this.#tree.place(place);
    if (left) {
      this.collector.replaced((place) => place.line < left.firstLine);
      this.#images.replaced((place) => place.line < left.firstLine);
    }
    if (isPrompt) this.turn += 1;
  }

  /** A compaction may keep messages. */
  #compacted(boundary: Foreign): void {
    const kept = fieldOf(boundary, "compactMetadata", "preservedMessages");
    const names = new Set([...listOf(fieldOf(kept, "allUuids")), ...listOf(fieldOf(kept, "uuids"))]);
    this.collector.replaced(({ name }) => names.has(name));
    this.#images.replaced(({ name }) => names.has(name));
  }

  end(): void {
    this.#images.tell(this.collector);
    const lost = this.#chain.lost();
    if (lost) this.collector.file("broken-chain", lost.at, lostText(lost));
    if (!this.#untimed) return;
    const detail =
      "The last message has no time: Claude Code does not find the session. A cleaned copy has times of its own.";
    this.collector.file("bad-timestamp", this.#untimed, detail);
  }

  #reply(record: Foreign, place: HistoryPosition): void {
    const { message } = record;
    const blocks = blocksOf(fieldOf(message, "content"));
    if (record.isApiErrorMessage === true) {
      const text = blocks.map((block) => textOf(block.text) ?? "").join("\n");
      if (tooLong.test(text)) this.collector.full(place, `The last turn failed: ${text}.`);
      return;
    }
    const model = textOf(fieldOf(message, "model"));
    if (model === "<synthetic>") return;
    this.collector.fits();
    this.model = model ?? this.model;
    if (!this.#hasPrompt) this.collector.add([replyFirst], place);
    this.#hasPrompt = true;
    this.#latestReply = textOf(fieldOf(message, "id")) ?? place.name ?? null;
    for (const block of blocks) this.#block(block, place);
    this.collector.add([...replyFaults(blocks), ...badItemsIn(blocks, dialect)], place);
  }

  #block(block: Foreign, place: HistoryPosition): void {
    const id = textOf(block.id);
    if (block.type === "tool_use" && id !== null) {
      this.collector.call(id, textOf(block.name) ?? "a tool", place);
      this.#askedIn.set(id, this.#latestReply);
    } else if (block.type === "redacted_thinking" && this.model !== null) this.collector.sealed(this.model, place);
    else if (block.type === "thinking") this.#thinking(block, place);
  }

  #thinking(block: Foreign, place: HistoryPosition): void {
    if ((textOf(block.signature) ?? "") === "")
      this.collector.reasoning(
        place,
        "Thinking without a signature: no provider of this model wrote it, and none accepts it. A cleaned copy leaves it out.",
      );
    else if (this.model !== null) this.collector.sealed(this.model, place);
  }

  #user(record: Foreign, place: HistoryPosition): void {
    const blocks = blocksOf(fieldOf(record, "message", "content"));
    const here = { ...place, turn: this.turn };
    this.#hasPrompt = true;
    for (const block of blocks) {
      const id = textOf(block.tool_use_id);
      if (block.type === "tool_result" && id !== null) this.#output(id, here);
    }
    this.#images.take(imagesIn(blocks), here);
    this.collector.add([...promptFaults(blocks), ...badItemsIn(blocks, dialect)], here);
  }

  #output(id: string, place: HistoryPosition): void {
    const asked = this.#askedIn.get(id);
    this.#askedIn.delete(id);
    this.collector.output(id, place);
    if (asked === undefined || asked === this.#latestReply) return;
    const what = `Another reply comes between the call ${id} and its output: Claude Code leaves the output out.`;
    this.collector.add([{ kind: "misplaced-output", what }], place);
  }
}

function lostText({ takenCount, count }: LostMessages): string {
  return `Claude Code takes only what hangs together: ${takenCount} of ${count} messages. A cleaned copy has all of them.`;
}

function twice(id: string): BadItem {
  const what = `An earlier line has the same uuid, ${id}: Claude Code keeps only this one.`;
  return { kind: "duplicate-item-id", what };
}

const replyFirst = {
  kind: "bad-order",
  what: "The session starts with a reply; the Messages API requires a prompt first.",
} as const;

function isPromptOf(record: Foreign): boolean {
  if (record.isMeta === true || record.isCompactSummary === true) return false;
  return blocksOf(fieldOf(record, "message", "content")).some(({ type }) => type !== "tool_result");
}

const manyImages = 20;
const mostPixelsOfMany = 2000;

/** The Messages API allows fewer pixels per image if there are many. */
class ImageLimit {
  #count = 0;
  #large: { readonly place: HistoryPosition; readonly what: string }[] = [];
  readonly #counts: { readonly place: HistoryPosition; readonly count: number }[] = [];

  take(images: readonly EmbeddedImage[], place: HistoryPosition): void {
    if (images.length === 0) return;
    this.#count += images.length;
    this.#counts.push({ place, count: images.length });
    for (const image of images) {
      const [width, height] = sizeOfImage(image) ?? [0, 0];
      const most = Math.max(width, height);
      if (most <= mostPixelsOfMany || most > (dialect.images?.mostPixels ?? 0)) continue;
      const what = `${tooManyPixels(width, height, mostPixelsOfMany)} This applies to sessions with more than ${manyImages} images.`;
      this.#large.push({ place, what });
    }
  }

  replaced(stays: (place: HistoryPosition) => boolean): void {
    const kept = this.#counts.filter(({ place }) => stays(place));
    this.#counts.splice(0, this.#counts.length, ...kept);
    this.#count = kept.reduce((sum, { count }) => sum + count, 0);
    this.#large = this.#large.filter(({ place }) => stays(place));
  }

  tell(collector: AilmentCollector): void {
    if (this.#count <= manyImages) return;
    for (const { place, what } of this.#large)
      collector.add([{ kind: "oversized-image", what, onResume: "healed" }], place);
  }
}
