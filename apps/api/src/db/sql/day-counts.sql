-- How many distinct people came to a site on each local day, without days on which nobody came.
CREATE OR REPLACE FUNCTION gatehouse_people_by_day(of_client uuid, of_site uuid, zone text, from_day date, to_day date)
RETURNS TABLE (day date, people bigint)
LANGUAGE sql STABLE AS $$
  select (signed_in_at at time zone zone)::date, count(distinct person_key)
  from public.visits
  where client_id = of_client and site_id = of_site
    and signed_in_at >= from_day::timestamp at time zone zone and signed_in_at < to_day::timestamp at time zone zone
  group by 1
$$;

-- The counted days of a visit, before and after the change, are counted again. The row of
-- counts is locked even where it stays the same, so that no concurrent count misses the visit.
CREATE OR REPLACE FUNCTION gatehouse_recount_days() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  if tg_op = 'UPDATE' then
    update public.site_day_counts set next_count_at = least(next_count_at, old.signed_in_at),
      counted_until = least(counted_until, (old.signed_in_at at time zone time_zone)::date)
    where client_id = old.client_id and site_id = old.site_id;
  end if;
  update public.site_day_counts set next_count_at = least(next_count_at, new.signed_in_at),
    counted_until = least(counted_until, (new.signed_in_at at time zone time_zone)::date)
  where client_id = new.client_id and site_id = new.site_id;
  return null;
end
$$;

-- Anonymising keeps how many people came on a day, so it is left out.
CREATE OR REPLACE TRIGGER visits_correct_days AFTER UPDATE OF site_id, person_key ON visits FOR EACH ROW
  WHEN (old.site_id <> new.site_id or (old.person_key <> new.person_key and new.person_key not like 'anonymous.%'))
  EXECUTE FUNCTION gatehouse_recount_days();

-- A visit that is reported later, by a kiosk without a network or by staff. All others exist when
-- their day is counted.
CREATE OR REPLACE TRIGGER visits_recount_days AFTER INSERT ON visits FOR EACH ROW
  WHEN (new.signed_in_at < new.created_at - interval '30 minutes')
  EXECUTE FUNCTION gatehouse_recount_days();
