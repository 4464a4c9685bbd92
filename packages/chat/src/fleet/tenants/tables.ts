/**
 * Whose the rows are, who may see them, and how much there is. A role sees the rows of the tenant that has it: `roles.ts` makes it.
 * The owner of the tables is not bound by that, so a program of the release before runs on.
 */
export const tenantTables = `
  create table reprise.tenants (
    tenant text primary key,
    role text unique,
    sandbox text,
    turns_at_once int,
    turns_a_day int,
    bytes bigint,
    created_at timestamptz not null default now()
  );
  create table reprise.tokens (
    token text primary key,
    tenant text not null references reprise.tenants,
    hash text not null,
    name text,
    "right" text not null,
    chats text[],
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    used_at timestamptz
  );
  create table reprise.audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    tenant text not null,
    token text,
    act text not null,
    chat text,
    turn uuid,
    outcome text not null
  );
  create index audit_of on reprise.audit (tenant, id);
  create index turns_of_a_day on reprise.turns (tenant, created_at);

  -- What a chat holds: the files of its state, and the events of its turns.
  alter table reprise.chats add column state_bytes bigint not null default 0;
  alter table reprise.chats add column event_bytes bigint not null default 0;
  create function reprise.measure_state() returns trigger language plpgsql as $$
    begin
      new.state_bytes := coalesce((new.state::json #>> '{files,sizeBytes}')::bigint, 0)
        + coalesce((new.state::json #>> '{workspace,sizeBytes}')::bigint, 0);
      return new;
    end $$;
  create trigger measure_state before insert or update of state on reprise.chats
    for each row execute function reprise.measure_state();
  -- At the commit: its last events are there by then.
  create function reprise.measure_events() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      update reprise.chats set event_bytes = event_bytes + (
        select coalesce(sum(octet_length(e.event)), 0) from reprise.events e
        where e.tenant = new.tenant and e.turn = new.turn
      ) where tenant = new.tenant and chat = new.chat;
      return null;
    end $$;
  create constraint trigger measure_events after update of ended_at on reprise.turns
    deferrable initially deferred for each row
    when (old.ended_at is null and new.ended_at is not null) execute function reprise.measure_events();
  update reprise.chats set state = state;

  alter table reprise.tenants enable row level security;
  create policy own on reprise.tenants using (role = current_user::text);
  alter table reprise.chats enable row level security;
  create policy own on reprise.chats using (tenant = (select t.tenant from reprise.tenants t where t.role = current_user::text));
  alter table reprise.turns enable row level security;
  create policy own on reprise.turns using (tenant = (select t.tenant from reprise.tenants t where t.role = current_user::text));
  alter table reprise.events enable row level security;
  create policy own on reprise.events using (tenant = (select t.tenant from reprise.tenants t where t.role = current_user::text));
  alter table reprise.audit enable row level security;
  create policy own on reprise.audit using (tenant = (select t.tenant from reprise.tenants t where t.role = current_user::text));
  -- Nobody's but the owner's.
  alter table reprise.tokens enable row level security;
  alter table reprise.objects enable row level security;
  alter table reprise.object_pieces enable row level security;
  alter table reprise.heads enable row level security;
`;

/** For people: the reader of a tenant sees what its role does. */
export const readersPolicies = `
  alter policy own on reprise.tenants using (role = regexp_replace(current_user, '_reader$', ''));
${["chats", "turns", "events", "audit"]
  .map(
    (table) => `
  alter policy own on reprise.${table} using (
    tenant = (select t.tenant from reprise.tenants t where t.role = regexp_replace(current_user, '_reader$', '')));`,
  )
  .join("")}
`;
