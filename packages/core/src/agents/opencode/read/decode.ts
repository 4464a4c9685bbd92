import { asThreadId, asTimestamp, SessionError, tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { type Foreign, fieldOf, isForeign, textOf } from "../../foreign.ts";
import type { About } from "../../reading/fact.ts";
import type { Decoded, DecodeOptions, Position, RolloutRef } from "../../reading/source.ts";
import { FactCollector } from "./fact-collector.ts";
import { collectMessage, type MessagePart, type MessageWithParts } from "./message.ts";
import { openStore } from "./open-store.ts";
import { isMadeByRun } from "./prompt-text.ts";
import { collectSelfContained } from "./self-contained.ts";
import type { SessionStore, StoredMessage, StoredSession, StoredText } from "./session-store.ts";
import { isPrompt } from "./user-message.ts";

/**
 * Numbers every message and part in conversation order; the number is its position. Yields one turn at a time.
 * Anything in a store may change later, so a position is valid only for the same version of the rollout.
 */
export async function* decodeOpenCode(
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): AsyncGenerator<Decoded> {
  let store: SessionStore | null = null;
  const facts = new FactCollector(rollout.path, options.depth, (message) => firstItemOf(message, store));
  const from = options.from?.byteOffset ?? 0;
  try {
    store = openStore(rollout, host);
    if (store) yield* tell(store, facts, { from, to: options.toByte ?? Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    facts.damaged("unreadable", error.message, from);
    yield { facts: facts.flush(), position: positionAt(from), isTail: true };
  } finally {
    store?.close();
  }
}

async function* tell(
  store: SessionStore,
  facts: FactCollector,
  span: { from: number; to: number },
): AsyncGenerator<Decoded> {
  const messages = store.messages();
  const session = sessionOf(store, facts, messages.length === 0);
  const undoneFrom = textOf(fieldOf(session?.revert, "messageID"));
  let next = 0;
  let turnPlace = span.from;
  for (const message of messages) {
    const place = next;
    next += 1 + message.partCount;
    if (place < span.from) continue;
    if (place >= span.to) break;
    const read = readMessage(store, message, place);
    const { said } = read;
    const isStart = message.type === "user" || (said !== null && message.type === null && isPrompt(said));
    if (isStart) {
      facts.turnOver();
      if (place > span.from) yield { facts: facts.flush(), position: positionAt(place), isTail: false };
      turnPlace = place;
      facts.turnStart(message.id, message.createdMs, place);
    }
    if (message.id === undoneFrom) {
      const text = "Undone from here on: what follows is removed when the next prompt is sent.";
      const id = `${message.id}#undone`;
      // Withdrawn items follow the notice.
      facts.item({ kind: "notice", text, mark: { type: "rewind", from: id } }, message.createdMs, place, id);
    }
    collectDamaged(read, facts);
    if (said !== null) collectOne(said, message, facts);
  }
  facts.turnOver();
  const { isOpen } = facts;
  yield { facts: facts.flush(), position: positionAt(isOpen ? turnPlace : next), isTail: isOpen };
}

function firstItemOf(id: string, store: SessionStore | null): string | null {
  for (const message of store?.messages() ?? []) {
    if (message.id !== id) continue;
    const { said } = readMessage(store as SessionStore, message, 0);
    const facts = new FactCollector("", "full");
    if (said) collectOne(said, message, facts);
    return facts.flush().find((fact) => fact.type === "item")?.key ?? null;
  }
  return null;
}

function collectOne(said: MessageWithParts, { type, id }: StoredMessage, facts: FactCollector): void {
  if (type === null) collectMessage(said, facts);
  else collectSelfContained({ id, type, place: said.place, message: said.message }, facts);
}

/** Session metadata may be damaged without its messages. */
function sessionOf(store: SessionStore, facts: FactCollector, isAll: boolean): StoredSession | null {
  try {
    const session = store.session();
    if (session) facts.about(aboutSession(session));
    return session;
  } catch (error) {
    if (isAll || !(error instanceof SessionError)) throw error;
    facts.damaged("bad-header", error.message, 0);
    return null;
  }
}

/** Reported after its turn has started, with its damage. */
interface Read {
  readonly said: MessageWithParts | null;
  readonly damaged: readonly (StoredText & { readonly place: number })[];
}

function readMessage(store: SessionStore, stored: StoredMessage, place: number): Read {
  const damaged: (StoredText & { place: number })[] = [];
  const parsed = (text: StoredText, at: number): Foreign | null => {
    const value = tryParseJson(text.text);
    if (!isForeign(value)) damaged.push({ ...text, place: at });
    return isForeign(value) ? value : null;
  };
  const parts = store.parts(stored).flatMap((part, index): MessagePart[] => {
    const value = parsed(part, place + 1 + index);
    return value ? [{ id: part.id, place: place + 1 + index, part: value }] : [];
  });
  const text = store.message(stored);
  const message = text && parsed(text, place);
  // Shows parts of a damaged message as far as possible.
  const fallback = parts.length === 0 ? null : { role: "assistant", time: { created: stored.createdMs } };
  const told = message ?? fallback;
  return { said: told && { id: stored.id, place, message: told, parts }, damaged };
}

function collectDamaged({ damaged }: Read, facts: FactCollector): void {
  for (const { id, text, place } of damaged) {
    facts.damaged("not-json", `${id} is not a complete record`, place);
    facts.item({ kind: "opaque", raw: text }, null, place, `${id}#damaged`);
  }
}

function positionAt(byteOffset: number): Position {
  return { byteOffset, line: 0, state: "" };
}

/** Default name: the creation time. */
const unnamed = /^(?:New|Child) session - \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?: \(fork #\d+\))?$/;

function aboutSession(session: StoredSession): Partial<About> {
  return {
    thread: asThreadId(session.id),
    createdAt: asTimestamp(session.createdMs),
    updatedAt: asTimestamp(session.latestMs),
    workspace: session.directory,
    cwd: session.directory,
    name: session.title === "" || unnamed.test(session.title) ? null : session.title,
    model: textOf(fieldOf(session.model, "id")),
    provider: textOf(fieldOf(session.model, "providerID")),
    source: isMadeByRun(session.permission) ? "run" : null,
    agentVersion: session.version,
    subagentOf: session.parent === null ? null : asThreadId(session.parent),
    tokens: session.tokens,
  };
}
