-- Whoever is assumed to have left is in presence no more. What they, or staff, tell of their departure later is news for the roll of a muster.
CREATE FUNCTION gatehouse_record_told_departure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'on_site') on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER visits_told_departure AFTER UPDATE OF ended_as ON visits FOR EACH ROW
  WHEN (old.ended_as = 'assumed_left' AND new.ended_as IS DISTINCT FROM old.ended_as)
  EXECUTE FUNCTION gatehouse_record_told_departure();
