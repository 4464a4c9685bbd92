import type { Chats } from "./chats.ts";
import { SessionError } from "./error.ts";
import type { Timestamp } from "./ids.ts";
import type {
  auditRowSchema,
  chatTokenSchema,
  newTokenSchema,
  tenantSchema,
  tenantsSchema,
  tokenWishSchema,
} from "./schema/tenant.ts";
import type { Value } from "./schema/value.ts";

export type ChatToken = Value<typeof chatTokenSchema>;
export type TokenWish = Value<typeof tokenWishSchema>;
export type NewToken = Value<typeof newTokenSchema>;
export type TenantTokens = Value<typeof tenantsSchema>;
export type Tenant = Value<typeof tenantSchema>;
export type AuditRow = Value<typeof auditRowSchema>;

/** What to change; what is absent stays, null takes a limit away. */
export type TenantChange = Partial<Pick<Tenant, "sandbox" | "turnsAtOnce" | "turnsADay" | "bytes">>;

export interface AuditQuery {
  readonly tenant: string | null;
  readonly since: Timestamp | null;
  readonly limit: number;
}

/** A program that came with a token of a tenant, and the chats as it may use them. */
export interface ChatCaller {
  /** Of the token. */
  readonly id: string;
  readonly tenant: string;
  readonly chats: Pick<Chats, "send" | "chat" | "turn">;
}

/** Who may use chats that servers share, and what they did. For the operator. */
export interface Tenants {
  /** A new tenant comes with its first token. */
  create(wish: TokenWish): Promise<NewToken>;
  tokens(tenant: string | null): Promise<TenantTokens>;
  /** Throws `SessionError` with `not-found`. */
  revoke(id: string): Promise<ChatToken>;
  /** Throws `SessionError` with `not-found`. */
  change(tenant: string, change: TenantChange): Promise<Tenant>;
  /** The latest, oldest first. */
  audit(query: AuditQuery): Promise<readonly AuditRow[]>;
  close(): Promise<void>;
}

/** The token is known, but does not allow this. Whether what it asked for exists plays no part. */
export class ForbiddenError extends SessionError {
  constructor(message: string) {
    super("refused", message);
  }
}

/** The token was good once. */
export class EndedTokenError extends SessionError {
  constructor(message: string) {
    super("refused", message);
  }
}

/** The tenant has used up what it may. */
export class QuotaError extends SessionError {
  constructor(message: string, resetsAt: Timestamp | null) {
    super("busy", message, { resetsAt });
  }
}
