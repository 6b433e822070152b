-- Logins lock the row of their client FOR SHARE, and PostgreSQL lets new sharers in ahead of an update that waits. Under logins without end a
-- client could never be disabled. Advisory locks are granted in order. Each transaction that grants something shares this one, and an update of
-- `enabled` takes it exclusively before it locks a row.
CREATE FUNCTION gatehouse_wait_for_grants() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  perform pg_advisory_xact_lock(4736284);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER clients_wait_for_grants BEFORE UPDATE OF enabled ON clients FOR EACH STATEMENT
  EXECUTE FUNCTION gatehouse_wait_for_grants();
