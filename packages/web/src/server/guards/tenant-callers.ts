import type { ChatCaller, Chats } from "@reprise/model";
import type { Call } from "../context.ts";
import type { Limits } from "../limits.ts";
import { Places } from "./places.ts";
import { Rate } from "./rate.ts";
import { secretHash } from "./secret.ts";
import { bearerIn } from "./token.ts";

/** Of a tenant. */
interface Share {
  readonly rate: Rate;
  readonly streams: Places;
  readonly sends: Places;
}

const mostKnown = 10_000;

/** Programs that came with a token of a tenant. Each tenant has a share of the server. */
export class TenantCallers {
  readonly #chats: Chats;
  readonly #limits: Limits;
  readonly #strangers: Rate;
  readonly #callers = new WeakMap<Request, ChatCaller>();
  readonly #shares = new Map<string, Share>();
  /** Tokens that were good: whoever guesses cannot keep them out. */
  readonly #known = new Set<string>();

  constructor(chats: Chats, limits: Limits, strangers: Rate) {
    this.#chats = chats;
    this.#limits = limits;
    this.#strangers = strangers;
  }

  /** False: it came with no such token. Throws an `EndedTokenError` for one that was good once. */
  async enter(call: Call): Promise<boolean> {
    const token = bearerIn(call.req.header("authorization") ?? null);
    if (token === null || this.#chats.callerWith === undefined) return false;
    // A look into the database.
    const hash = secretHash(token).toString("hex");
    if (!this.#known.has(hash)) this.#strangers.take();
    const caller = await this.#chats.callerWith(token);
    if (caller === null) return false;
    remember(this.#known, hash);
    this.#callers.set(call.req.raw, caller);
    return true;
  }

  /** Null: who has the server's token, or needs none. */
  of(call: Call): ChatCaller | null {
    return this.#callers.get(call.req.raw) ?? null;
  }

  share({ tenant }: ChatCaller): Share {
    const found = this.#shares.get(tenant) ?? {
      rate: new Rate(this.#limits.requestsPerSecond, this.#limits.burstCount),
      streams: new Places(Math.ceil(this.#limits.streamCount / 4), "streams of this tenant"),
      sends: new Places(Math.ceil(this.#limits.turnCount / 4), "messages of this tenant on their way"),
    };
    this.#shares.delete(tenant);
    this.#shares.set(tenant, found);
    const [oldest] = this.#shares;
    if (this.#shares.size > mostKnown && oldest?.[1].streams.takenCount === 0) this.#shares.delete(oldest[0]);
    return found;
  }
}

function remember(known: Set<string>, hash: string): void {
  known.delete(hash);
  known.add(hash);
  const [oldest] = known;
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}
