-- Who sees what. A transaction names its scope in settings that end with it:
--   app.client_id   the one client whose rows it may see and write
--   app.scope       'installation' for what works across clients
--   app.lookup      'kind:value', the one key, id or address that a directory may be asked for
-- Without any of them no row of a client is visible and none can be written.
-- A policy without WITH CHECK holds what is written to what may be seen.
CREATE FUNCTION gatehouse_client_id() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select nullif(current_setting('app.client_id', true), '')::uuid
$$;
--> statement-breakpoint
CREATE FUNCTION gatehouse_is_installation() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select current_setting('app.scope', true) = 'installation'
$$;
--> statement-breakpoint
-- The value that app.lookup names, if it is of this kind; else null, which equals nothing.
CREATE FUNCTION gatehouse_lookup(kind text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select case when starts_with(current_setting('app.lookup', true), kind || ':')
    then substr(current_setting('app.lookup', true), length(kind) + 2) end
$$;
--> statement-breakpoint
-- The millisecond of a UUIDv7.
CREATE FUNCTION gatehouse_id_milliseconds(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint
$$;
--> statement-breakpoint
-- Puts a client's table behind the wall and opens it to the runtime role. Every migration that adds such a table calls it.
-- The sub-selects are evaluated once for a statement; bare calls would be evaluated for each row, and a scan would cost near twice.
CREATE FUNCTION gatehouse_wall(client_table regclass, client_column name DEFAULT 'client_id') RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  execute format('alter table %s enable row level security', client_table);
  execute format('alter table %s force row level security', client_table);
  execute format('create policy wall on %s using (%I = (select public.gatehouse_client_id()) or (select public.gatehouse_is_installation()))',
    client_table, client_column);
  execute format('grant select, insert, update, delete on %s to gatehouse_runtime', client_table);
end
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION gatehouse_wall(regclass, name) FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO gatehouse_runtime;
--> statement-breakpoint
SELECT gatehouse_wall('clients', 'id');
--> statement-breakpoint
SELECT gatehouse_wall(walled::regclass) FROM unnest(ARRAY[
  'sites', 'users', 'logins', 'access_entries', 'sign_in_methods', 'method_keys', 'visitor_roles', 'user_visitor_roles',
  'questions', 'question_versions', 'question_sites', 'question_roles', 'visits', 'presence', 'submissions',
  'refused_attempts', 'bans', 'sessions', 'audit_entries', 'outbox'
]) AS walled;
--> statement-breakpoint
-- The directories: a row shows itself to whoever names its key, and cannot be listed.
CREATE POLICY method_keys_by_key ON method_keys FOR SELECT USING (key = gatehouse_lookup('method_key')::bpchar);
--> statement-breakpoint
CREATE POLICY method_keys_by_method ON method_keys FOR SELECT USING (method_id = gatehouse_lookup('method_id')::uuid);
--> statement-breakpoint
CREATE POLICY logins_by_email ON logins FOR SELECT USING (email_key = gatehouse_lookup('email_key'));
--> statement-breakpoint
-- The audit log is written once. Only what an erasure must reach, the details, can be rewritten.
REVOKE UPDATE, DELETE ON audit_entries FROM gatehouse_runtime;
--> statement-breakpoint
GRANT UPDATE (details) ON audit_entries TO gatehouse_runtime;
--> statement-breakpoint
-- Of no client: what the nodes share.
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_buckets TO gatehouse_runtime;
--> statement-breakpoint
-- Whoever has an id has the time, and with it the one partition to look in.
ALTER TABLE visits ADD CONSTRAINT visits_id_check
  CHECK (gatehouse_id_milliseconds(id) = (extract(epoch from signed_in_at) * 1000)::bigint);
--> statement-breakpoint
ALTER TABLE refused_attempts ADD CONSTRAINT refused_attempts_id_check
  CHECK (gatehouse_id_milliseconds(id) = (extract(epoch from attempted_at) * 1000)::bigint);
--> statement-breakpoint
-- Makes the monthly partitions that are missing, from the month of `from_day` on, and answers how many it made. Months are UTC.
-- A partition is made beside its parent and then attached, so that sign-ins go on meanwhile. Nobody reads one directly.
CREATE FUNCTION gatehouse_ensure_partitions(from_day date, months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
declare
  parent text;
  partition text;
  month timestamptz;
  made integer := 0;
begin
  if months not between 1 and 60 then
    raise exception 'months must be between 1 and 60, not %', months using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtext('gatehouse_ensure_partitions'));
  foreach parent in array array['visits', 'refused_attempts'] loop
    for step in 0 .. months - 1 loop
      month := date_trunc('month', from_day::timestamptz) + make_interval(months => step);
      partition := parent || to_char(month, '_YYYY_MM');
      continue when to_regclass('public.' || partition) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', partition, parent);
      execute format('alter table public.%I enable row level security', partition);
      execute format('alter table public.%I force row level security', partition);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        parent, partition, month, month + interval '1 month');
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
--> statement-breakpoint
-- How far the schema is, so that a node can tell whether it may serve.
GRANT SELECT ON schema_migrations TO gatehouse_runtime;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION gatehouse_ensure_partitions(date, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION gatehouse_ensure_partitions(date, integer) TO gatehouse_runtime;
