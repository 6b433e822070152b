-- As before, and with the partitions of the chain.
CREATE OR REPLACE FUNCTION gatehouse_ensure_partitions(from_day date, months integer) RETURNS integer
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
  foreach parent in array array['visits', 'refused_attempts', 'log_chain'] loop
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

REVOKE ALL ON FUNCTION gatehouse_ensure_partitions(from_day date, months integer) FROM PUBLIC;

GRANT ALL ON FUNCTION gatehouse_ensure_partitions(from_day date, months integer) TO gatehouse_runtime;
