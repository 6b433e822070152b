CREATE TABLE "board_changes" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"list" text NOT NULL,
	"transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_changes_pkey" PRIMARY KEY("client_id","site_id","list","transaction_id"),
	CONSTRAINT "board_changes_list_check" CHECK ("board_changes"."list" in ('on_site', 'away'))
);
--> statement-breakpoint
ALTER TABLE "board_changes" ADD CONSTRAINT "board_changes_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_changes_changed_at_idx" ON "board_changes" USING btree ("changed_at");
--> statement-breakpoint
SELECT gatehouse_enable_rls('board_changes');
--> statement-breakpoint
-- A transaction records each list once, so the triggers ignore conflicts.
-- The list of people who are away has users only: a visitor does not change it.
CREATE FUNCTION gatehouse_record_presence_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  is_user constant boolean := coalesce(new.user_id, old.user_id) is not null;
begin
  if tg_op <> 'DELETE' then
    insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'on_site') on conflict do nothing;
    if is_user then
      insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'away') on conflict do nothing;
    end if;
  end if;
  if tg_op = 'DELETE' or old.site_id <> new.site_id then
    insert into public.board_changes (client_id, site_id, list) values (old.client_id, old.site_id, 'on_site') on conflict do nothing;
    if is_user then
      insert into public.board_changes (client_id, site_id, list) values (old.client_id, old.site_id, 'away') on conflict do nothing;
    end if;
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER presence_board_change AFTER INSERT OR UPDATE OR DELETE ON presence FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_presence_change();
--> statement-breakpoint
CREATE FUNCTION gatehouse_record_access_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select client_id, site_id, 'away' from (values (old.client_id, old.site_id), (new.client_id, new.site_id)) as entry (client_id, site_id)
    where site_id is not null
    on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER access_entries_board_change AFTER INSERT OR UPDATE OR DELETE ON access_entries FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_access_change();
--> statement-breakpoint
-- A user is on the boards of the sites where they are or have an access entry. Another transaction may be adding one that this one cannot
-- see. So the change counts for every site of the client, whose id is zero.
CREATE FUNCTION gatehouse_record_user_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select new.client_id, '00000000-0000-0000-0000-000000000000', list from unnest(array['on_site', 'away']) as list
    on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER users_board_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((old.status, old.first_name, old.last_name, old.job_title, old.employee_number, old.mobile, old.phone_extension, old.photo_key)
    IS DISTINCT FROM (new.status, new.first_name, new.last_name, new.job_title, new.employee_number, new.mobile, new.phone_extension, new.photo_key))
  EXECUTE FUNCTION gatehouse_record_user_change();
--> statement-breakpoint
-- Every check-in of a user changes when they were last seen, so this counts only for the sites of the user's access entries. It overlooks
-- none: whoever changes an entry also updates the row of the user (access_entries_security_version), where the two transactions wait for
-- each other.
CREATE FUNCTION gatehouse_record_last_seen() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select client_id, site_id, 'away' from public.access_entries where client_id = new.client_id and user_id = new.id
    on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER users_last_seen_board_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (old.last_seen_at IS DISTINCT FROM new.last_seen_at)
  EXECUTE FUNCTION gatehouse_record_last_seen();
--> statement-breakpoint
CREATE FUNCTION gatehouse_record_site_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.id, 'away') on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER sites_board_change AFTER UPDATE ON sites FOR EACH ROW
  WHEN (old.offline_users IS DISTINCT FROM new.offline_users)
  EXECUTE FUNCTION gatehouse_record_site_change();
