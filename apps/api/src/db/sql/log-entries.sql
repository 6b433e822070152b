-- The entries of the access log. Triggers append them, so no statement that writes a
-- record can omit them.
CREATE OR REPLACE FUNCTION gatehouse_log_visits() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.log_entries (client_id, at, id, site_id, event, result, record_id, method_id, kind)
    select client_id, entry.at, id, site_id, entry.event, 'ok', id, method_id, kind
    from recorded cross join lateral (values
      ('in', signed_in_at), ('out', signed_out_at), ('assumed_left', assumed_left_at)) as entry (event, at)
    where entry.at is not null;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER visits_log AFTER INSERT ON visits REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_log_visits();

-- A departure at a time that the visit had before has its entry already.
CREATE OR REPLACE FUNCTION gatehouse_log_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.log_entries (client_id, at, id, site_id, event, result, record_id, method_id, kind)
    select new.client_id, entry.at, new.id, new.site_id, entry.event, 'ok', new.id, new.method_id, new.kind
    from (values ('out', old.signed_out_at, new.signed_out_at), ('assumed_left', old.assumed_left_at, new.assumed_left_at))
      as entry (event, before, at)
    where entry.at is not null and entry.at is distinct from entry.before
    on conflict do nothing;
  if not found then
    insert into public.log_entries (client_id, at, id, site_id, event, result, record_id, method_id, kind)
    values (new.client_id, coalesce(new.ended_at, new.signed_in_at), gen_random_uuid(), new.site_id, 'changed', 'ok', new.id,
      new.method_id, new.kind);
  end if;
  return null;
end
$$;

-- Retention and erasure empty names; that is no event of the log.
CREATE OR REPLACE TRIGGER visits_log_change AFTER UPDATE ON visits FOR EACH ROW
  WHEN ((old.signed_out_at, old.ended_as, old.ended_at, old.ended_by, old.superseded_by, old.assumed_left_at,
      old.dependents, old.role_id, old.role_name)
    IS DISTINCT FROM (new.signed_out_at, new.ended_as, new.ended_at, new.ended_by, new.superseded_by, new.assumed_left_at,
      new.dependents, new.role_id, new.role_name)
    OR (old.first_name, old.last_name, old.mobile) IS DISTINCT FROM (new.first_name, new.last_name, new.mobile)
      AND (new.first_name, new.last_name, new.mobile) IS DISTINCT FROM ('', '', ''))
  EXECUTE FUNCTION gatehouse_log_change();

CREATE OR REPLACE FUNCTION gatehouse_log_refusals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.log_entries (client_id, at, id, site_id, event, result, record_id, method_id, kind)
    select client_id, attempted_at, id, site_id, 'refused', reason, id, method_id, kind from recorded;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER refused_attempts_log AFTER INSERT ON refused_attempts REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_log_refusals();

-- A correction is of a visit, or a note to a refused attempt.
CREATE OR REPLACE FUNCTION gatehouse_log_corrections() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.log_entries (client_id, at, id, site_id, event, result, record_id, method_id, kind)
    select c.client_id, c.at, c.id, c.site_id, 'corrected', coalesce(r.reason, 'ok'), c.visit_id,
      coalesce(v.method_id, r.method_id), coalesce(v.kind, r.kind)
    from recorded c
    left join public.visits v on v.client_id = c.client_id and v.id = c.visit_id
    left join public.refused_attempts r on r.client_id = c.client_id and r.id = c.visit_id
    where coalesce(v.id, r.id) is not null;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER log_corrections_log AFTER INSERT ON log_corrections REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_log_corrections();
