-- What backup.sql wrote, from the current folder into an empty database that has the tables of the same release or a later one:
--   reprise token list --store "$REPRISE_STORE"        # makes the tables
--   psql "$REPRISE_STORE" -v ON_ERROR_STOP=1 -f deploy/restore.sql
--   reprise token list --store "$REPRISE_STORE"        # makes the roles of the tenants
begin;
\copy reprise.tenants from 'tenants.copy'
\copy reprise.tokens from 'tokens.copy'
\copy reprise.audit from 'audit.copy'
\copy reprise.chats from 'chats.copy'
\copy reprise.turns from 'turns.copy'
\copy reprise.events from 'events.copy'
\copy reprise.objects from 'objects.copy'
\copy reprise.object_pieces from 'object_pieces.copy'
\copy reprise.heads from 'heads.copy'
select setval(pg_get_serial_sequence('reprise.turns', 'place'), coalesce(max(place), 0) + 1, false) from reprise.turns;
select setval(pg_get_serial_sequence('reprise.objects', 'id'), coalesce(max(id), 0) + 1, false) from reprise.objects;
select setval(pg_get_serial_sequence('reprise.audit', 'id'), coalesce(max(id), 0) + 1, false) from reprise.audit;
-- Whoever ran a turn then runs it no more.
update reprise.chats set leased_until = null, worker = null, epoch = epoch + 1 where worker is not null;
commit;
