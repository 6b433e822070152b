-- The bin of a stay in the histogram: one for each minute up to 20, then each bin is a tenth wider
-- than the one before. modules/rollups/stay-histogram.ts has the same bins.
CREATE OR REPLACE FUNCTION gatehouse_stay_bin(minutes double precision) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when minutes < 20 then floor(minutes) else 20 + floor(ln(minutes / 20) / ln(1.1)) end::integer
$$;

CREATE OR REPLACE FUNCTION gatehouse_stay_counts(signed_in_at timestamptz, signed_out_at timestamptz, n integer) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select case when signed_out_at is null then '{}'
    else jsonb_build_object(public.gatehouse_stay_bin(extract(epoch from signed_out_at - signed_in_at)::float8 / 60)::text, n) end
$$;

-- The figures of one check-in, `n` times: 1 adds it and -1 takes it away.
CREATE OR REPLACE FUNCTION gatehouse_check_in_counts(kind text, role_id uuid, method_id uuid, n integer) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select case
    when role_id is null and method_id is null then jsonb_build_object(kind, n)
    when role_id is null then jsonb_build_object(kind, n, 'method:' || method_id, n)
    when method_id is null then jsonb_build_object(kind, n, 'role:' || role_id, n)
    else jsonb_build_object(kind, n, 'method:' || method_id, n, 'role:' || role_id, n) end
$$;

-- The sums by key of two objects of counts, without zeros. The second object is the smaller one.
CREATE OR REPLACE FUNCTION gatehouse_add_counts(kept jsonb, added jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
declare
  name text;
  n integer;
begin
  for name, n in select key, value::integer from jsonb_each_text(added) loop
    n := n + coalesce((kept ->> name)::integer, 0);
    kept := case when n = 0 then kept - name else jsonb_set(kept, array[name], to_jsonb(n)) end;
  end loop;
  return kept;
end
$$;

-- The sums of deltas for each quarter hour, day and month of their site, their client and the
-- installation. For the installation both ids are the nil UUID.
CREATE OR REPLACE FUNCTION gatehouse_sum_deltas(deltas rollup_deltas[])
RETURNS TABLE (client_id uuid, scope_id uuid, granularity text, starts_at timestamptz, counts jsonb, stays jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
  select client_id, scope_id, granularity, starts_at,
    coalesce(jsonb_object_agg(key, n) filter (where not is_stay), '{}'),
    coalesce(jsonb_object_agg(key, n) filter (where is_stay), '{}')
  from (
    select scope.client_id, scope.id as scope_id, span.granularity, span.starts_at, entry.is_stay, entry.key, sum(entry.n) as n
    from unnest(deltas) as d
    cross join lateral (
      select key, value::integer as n, false as is_stay from jsonb_each_text(d.counts)
      union all select key, value::integer, true from jsonb_each_text(d.stays)) as entry
    cross join lateral (values (d.client_id, d.site_id), (d.client_id, d.client_id),
      (uuid '00000000-0000-0000-0000-000000000000', uuid '00000000-0000-0000-0000-000000000000')) as scope (client_id, id)
    cross join lateral (values ('quarter_hour', date_bin('15 minutes', d.at, timestamptz 'epoch')),
      ('day', date_trunc('day', d.at)), ('month', date_trunc('month', d.at))) as span (granularity, starts_at)
    where scope.id = d.site_id or not (starts_with(entry.key, 'role:') or starts_with(entry.key, 'method:'))
    group by 1, 2, 3, 4, 5, 6 having sum(entry.n) <> 0) as sums
  group by 1, 2, 3, 4
$$;

CREATE OR REPLACE FUNCTION gatehouse_add_to_rollups(deltas rollup_deltas[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  with sums as materialized (select * from public.gatehouse_sum_deltas(deltas)),
  of_installation as (
    insert into public.installation_rollups as kept (granularity, starts_at, counts, stays)
    select granularity, starts_at, counts, stays from sums where client_id = '00000000-0000-0000-0000-000000000000'
    on conflict (granularity, starts_at) do update
    set counts = public.gatehouse_add_counts(kept.counts, excluded.counts),
      stays = public.gatehouse_add_counts(kept.stays, excluded.stays))
  insert into public.rollups as kept (client_id, scope_id, granularity, starts_at, counts, stays)
  select * from sums where client_id <> '00000000-0000-0000-0000-000000000000'
  on conflict (client_id, scope_id, granularity, starts_at) do update
  set counts = public.gatehouse_add_counts(kept.counts, excluded.counts),
    stays = public.gatehouse_add_counts(kept.stays, excluded.stays)
$$;

CREATE OR REPLACE FUNCTION gatehouse_fold_deltas(batch_size integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  batch public.rollup_deltas[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('delta folding', 0)) then
    return 0;
  end if;
  with due as (
    select client_id, id from public.rollup_deltas where not is_folded order by client_id, at limit batch_size for update skip locked),
  folded as (
    update public.rollup_deltas as d set is_folded = true from due where d.client_id = due.client_id and d.id = due.id
    returning d as delta)
  select array_agg(delta) into batch from folded;
  perform public.gatehouse_add_to_rollups(batch);
  return coalesce(array_length(batch, 1), 0);
end
$$;

CREATE OR REPLACE FUNCTION gatehouse_record_check_ins() RETURNS trigger
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

CREATE OR REPLACE TRIGGER visits_record_check_ins AFTER INSERT ON visits REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_record_check_ins();

-- The role alone of a check-in is ever corrected.
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

CREATE OR REPLACE TRIGGER visits_correct_check_in AFTER UPDATE OF role_id ON visits FOR EACH ROW
  WHEN (old.role_id IS DISTINCT FROM new.role_id)
  EXECUTE FUNCTION gatehouse_record_check_in();

CREATE OR REPLACE FUNCTION gatehouse_record_stay() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  if old.signed_out_at is not null then
    insert into public.rollup_deltas (client_id, site_id, at, stays)
    values (old.client_id, old.site_id, old.signed_in_at,
      public.gatehouse_stay_counts(old.signed_in_at, old.signed_out_at, -1));
  end if;
  if new.signed_out_at is not null then
    insert into public.rollup_deltas (client_id, site_id, at, stays)
    values (new.client_id, new.site_id, new.signed_in_at,
      public.gatehouse_stay_counts(new.signed_in_at, new.signed_out_at, 1));
  end if;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER visits_record_stay AFTER UPDATE OF signed_out_at ON visits FOR EACH ROW
  WHEN (old.signed_out_at IS DISTINCT FROM new.signed_out_at)
  EXECUTE FUNCTION gatehouse_record_stay();

CREATE OR REPLACE FUNCTION gatehouse_record_refusal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.rollup_deltas (client_id, site_id, at, counts)
  values (new.client_id, new.site_id, new.attempted_at, jsonb_build_object(new.reason, 1));
  return null;
end
$$;

CREATE OR REPLACE TRIGGER refused_attempts_record_refusal AFTER INSERT ON refused_attempts FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_refusal();

-- The deltas that a client's records of a time add up to.
CREATE OR REPLACE FUNCTION gatehouse_deltas_of_records(of_client uuid, from_time timestamptz, to_time timestamptz) RETURNS SETOF rollup_deltas
LANGUAGE sql STABLE AS $$
  select client_id, 0::bigint, site_id, signed_in_at, public.gatehouse_check_in_counts(kind, role_id, method_id, 1),
    public.gatehouse_stay_counts(signed_in_at, signed_out_at, 1), true
  from public.visits where client_id = of_client and signed_in_at >= from_time and signed_in_at < to_time
  union all
  select client_id, 0::bigint, site_id, attempted_at, jsonb_build_object(reason, 1), '{}'::jsonb, true
  from public.refused_attempts where client_id = of_client and attempted_at >= from_time and attempted_at < to_time
$$;

-- Fills empty roll-ups from all records, a month at a time. Days and months are summed from the
-- quarter hours, which is several times as fast as folding.
CREATE OR REPLACE FUNCTION gatehouse_fill_rollups() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
declare
  month timestamptz;
  span text;
begin
  for month in
    select generate_series(date_trunc('month', least(
        (select min(signed_in_at) from public.visits), (select min(attempted_at) from public.refused_attempts))),
      greatest((select max(signed_in_at) from public.visits), (select max(attempted_at) from public.refused_attempts)),
      interval '1 month')
  loop
    create temp table sums on commit drop as
    with records as (
      select client_id, site_id, date_bin('15 minutes', signed_in_at, timestamptz 'epoch') as starts_at, kind as word, method_id, role_id,
        public.gatehouse_stay_bin(extract(epoch from signed_out_at - signed_in_at)::float8 / 60)::text as stay
      from public.visits where signed_in_at >= month and signed_in_at < month + interval '1 month'
      union all
      select client_id, site_id, date_bin('15 minutes', attempted_at, timestamptz 'epoch'), reason, null, null, null
      from public.refused_attempts where attempted_at >= month and attempted_at < month + interval '1 month'),
    of_sites as (
      select client_id, site_id as scope_id, starts_at, is_stay, key, count(*) as n
      from records cross join lateral (values (false, word), (false, 'method:' || method_id), (false, 'role:' || role_id), (true, stay))
        as entry (is_stay, key)
      where key is not null group by 1, 2, 3, 4, 5),
    of_clients as (
      select client_id, client_id as scope_id, starts_at, is_stay, key, sum(n) as n from of_sites
      where not (starts_with(key, 'role:') or starts_with(key, 'method:')) group by 1, 3, 4, 5),
    of_installation as (
      select null::uuid as client_id, null::uuid as scope_id, starts_at, is_stay, key, sum(n) as n from of_clients group by 3, 4, 5)
    select * from of_sites union all select * from of_clients union all select * from of_installation;

    foreach span in array array['quarter_hour', 'day', 'month'] loop
      if span <> 'quarter_hour' then
        alter table sums rename to finer;
        create temp table sums on commit drop as
        select client_id, scope_id, date_trunc(span, starts_at) as starts_at, is_stay, key, sum(n) as n from finer group by 1, 2, 3, 4, 5;
        drop table finer;
      end if;
      insert into public.rollups (client_id, scope_id, granularity, starts_at, counts, stays)
      select client_id, scope_id, span, starts_at, coalesce(jsonb_object_agg(key, n) filter (where not is_stay), '{}'),
        coalesce(jsonb_object_agg(key, n) filter (where is_stay), '{}')
      from sums where client_id is not null group by 1, 2, 4;
      insert into public.installation_rollups (granularity, starts_at, counts, stays)
      select span, starts_at, coalesce(jsonb_object_agg(key, n) filter (where not is_stay), '{}'),
        coalesce(jsonb_object_agg(key, n) filter (where is_stay), '{}')
      from sums where client_id is null group by 2;
    end loop;
    drop table sums;
  end loop;
  -- Periods of Home that begin within a quarter hour read the last days more finely.
  insert into public.rollup_deltas (client_id, site_id, at, counts, stays, is_folded)
  select d.client_id, d.site_id, d.at, d.counts, d.stays, true from public.clients c
  cross join lateral public.gatehouse_deltas_of_records(c.id, now() - interval '4 days', 'infinity') d;
end
$$;

REVOKE ALL ON FUNCTION gatehouse_fill_rollups() FROM PUBLIC;
