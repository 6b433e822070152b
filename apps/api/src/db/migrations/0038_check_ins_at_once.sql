-- Check-ins that wait together are written together. So what follows them follows each statement. A trigger with a transition table has one
-- event, so updates and deletions keep the triggers of each row.
DROP TRIGGER presence_board_change ON presence;
--> statement-breakpoint
DROP TRIGGER presence_reopens_site ON presence;
--> statement-breakpoint
DROP FUNCTION gatehouse_reopen_site();
--> statement-breakpoint
DROP TRIGGER visits_record_check_in ON visits;
--> statement-breakpoint
CREATE TRIGGER presence_board_change AFTER UPDATE OR DELETE ON presence FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_presence_change();
--> statement-breakpoint
-- Nobody stands on an archived site, where no list would show them: a sign-in that was under way while the site was archived opens it again.
CREATE FUNCTION gatehouse_follow_arrivals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, list
    from arrived cross join lateral (values ('on_site'), (case when user_id is not null then 'away' end)) as changed (list)
    where list is not null
    on conflict do nothing;
  update public.sites set status = 'active', last_modified = greatest(last_modified + interval '1 millisecond', arrived.signed_in_at)
    from arrived
    where sites.client_id = arrived.client_id and sites.id = arrived.site_id and sites.status = 'archived';
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER presence_arrivals AFTER INSERT ON presence REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_arrivals();
--> statement-breakpoint
CREATE FUNCTION gatehouse_record_check_ins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.rollup_deltas (client_id, site_id, at, counts, stays)
    select client_id, site_id, signed_in_at,
      public.gatehouse_check_in_counts(kind, role_id, method_id, 1),
      public.gatehouse_stay_counts(signed_in_at, signed_out_at, 1)
    from recorded;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER visits_record_check_ins AFTER INSERT ON visits REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_record_check_ins();
--> statement-breakpoint
-- It follows corrections only.
CREATE OR REPLACE FUNCTION gatehouse_record_check_in() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.rollup_deltas (client_id, site_id, at, counts)
  values
    (old.client_id, old.site_id, old.signed_in_at, public.gatehouse_check_in_counts(old.kind, old.role_id, old.method_id, -1)),
    (new.client_id, new.site_id, new.signed_in_at, public.gatehouse_check_in_counts(new.kind, new.role_id, new.method_id, 1));
  return null;
end
$$;
