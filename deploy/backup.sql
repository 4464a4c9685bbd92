-- A copy of all chats, tenants and tokens as of one moment, into the current folder; servers may run: docs/fleet.md.
--   psql "$REPRISE_STORE" -v ON_ERROR_STOP=1 -f deploy/backup.sql
begin isolation level repeatable read read only;
\copy reprise.tenants to 'tenants.copy'
\copy reprise.tokens to 'tokens.copy'
\copy reprise.audit to 'audit.copy'
\copy reprise.chats to 'chats.copy'
\copy reprise.turns to 'turns.copy'
\copy reprise.events to 'events.copy'
\copy reprise.objects to 'objects.copy'
\copy reprise.object_pieces to 'object_pieces.copy'
\copy reprise.heads to 'heads.copy'
commit;
