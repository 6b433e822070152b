CREATE TABLE "creation_keys" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"encrypted_response" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creation_keys_pkey" PRIMARY KEY("client_id","user_id","key")
);
--> statement-breakpoint
ALTER TABLE "creation_keys" ADD CONSTRAINT "creation_keys_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creation_keys_created_at_idx" ON "creation_keys" USING btree ("created_at");--> statement-breakpoint
SELECT gatehouse_enable_rls('creation_keys');--> statement-breakpoint
-- A site that a sign-in opens again leaves an entry in the audit log, a notice, and an event for webhooks. A check-in is one statement, from which
-- the application does not learn of it. So their ids are made here: UUIDv7, as the application makes them.
CREATE OR REPLACE FUNCTION gatehouse_follow_arrivals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  reopened jsonb;
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, list
    from arrived cross join lateral (values ('on_site'), (case when user_id is not null then 'away' end)) as changed (list)
    where list is not null
    on conflict do nothing;
  with changed as (
    update public.sites set status = 'active', last_modified = greatest(last_modified + interval '1 millisecond', arrived.signed_in_at)
      from arrived
      where sites.client_id = arrived.client_id and sites.id = arrived.site_id and sites.status = 'archived'
      returning sites.client_id, sites.id, sites.last_modified as at
  )
  select jsonb_agg(to_jsonb(changed)) into reopened from changed;
  if reopened is null then
    return null;
  end if;
  with stamped as (
    select client_id, id, at, kind,
      encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid as new_id
    from jsonb_to_recordset(reopened) as site (client_id uuid, id uuid, at timestamptz)
    cross join (values ('audit'), ('notice'), ('event')) as record (kind)
  ), audited as (
    insert into public.audit_entries (client_id, id, at, actor_kind, action, target_kind, target_id, details)
      select client_id, new_id, at, 'system', 'site.restored', 'site', id,
        '{"before": {"status": "archived"}, "after": {"status": "active"}}'
      from stamped where kind = 'audit'
  )
  insert into public.outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, new_id, 'notice.site_reopened', 'notice:' || id, jsonb_build_object('site', id), at, at, at
    from stamped where kind = 'notice'
    union all
    select client_id, new_id, 'site.restored', 'site:' || id,
      jsonb_build_object('kind', 'site', 'id', id, 'actor_id', null), at, at, at
    from stamped
    where kind = 'event' and exists (
      select from public.webhooks
      where webhooks.client_id = stamped.client_id and webhooks.enabled and 'site.restored' = any(webhooks.events));
  return null;
end
$$;
