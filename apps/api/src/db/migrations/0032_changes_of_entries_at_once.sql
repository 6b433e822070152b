-- Access entries are often written many at a time, by an import or a change of many users. So what follows a change of them follows each
-- statement, once for a user and once for a site. A trigger with a transition table has one event, so there are three of each.
DROP TRIGGER access_entries_security_version ON access_entries;
--> statement-breakpoint
DROP TRIGGER access_entries_board_change ON access_entries;
--> statement-breakpoint
DROP FUNCTION gatehouse_record_access_change();
--> statement-breakpoint
CREATE FUNCTION gatehouse_follow_access_entries() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, 'away' from changed on conflict do nothing;
  update public.users set security_version = security_version + 1
    where (client_id, id) in (select client_id, user_id from changed);
  return null;
end
$$;
--> statement-breakpoint
CREATE FUNCTION gatehouse_follow_changed_access_entries() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select client_id, site_id, 'away' from (select client_id, site_id from before union select client_id, site_id from after) as entry
    on conflict do nothing;
  update public.users set security_version = security_version + 1
    where (client_id, id) in (select client_id, user_id from before union select client_id, user_id from after);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER access_entries_inserted AFTER INSERT ON access_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_access_entries();
--> statement-breakpoint
CREATE TRIGGER access_entries_deleted AFTER DELETE ON access_entries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_access_entries();
--> statement-breakpoint
CREATE TRIGGER access_entries_updated AFTER UPDATE ON access_entries REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_changed_access_entries();
