CREATE INDEX "board_changes_transaction_idx" ON "board_changes" USING btree ("transaction_id","client_id","site_id") WHERE "board_changes"."list" = 'on_site';--> statement-breakpoint
-- Nodes keep how many people are on each site, and how many are overdue (docs/decisions/0085). What a site changes of that counts as a change of who is there.
CREATE FUNCTION gatehouse_record_count_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.id, 'on_site') on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER sites_count_change AFTER UPDATE ON sites FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status OR old.overdue_after_hours IS DISTINCT FROM new.overdue_after_hours
    OR old.time_zone IS DISTINCT FROM new.time_zone OR old.opening_hours IS DISTINCT FROM new.opening_hours)
  EXECUTE FUNCTION gatehouse_record_count_change();
