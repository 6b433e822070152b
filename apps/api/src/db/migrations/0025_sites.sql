CREATE TABLE "site_day_counts" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"counted_until" date NOT NULL,
	"people" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_count_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_day_counts_pkey" PRIMARY KEY("client_id","site_id")
);
--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "opening_hours" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "folded_address" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(address)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "site_day_counts" ADD CONSTRAINT "site_day_counts_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_day_counts_next_count_at_idx" ON "site_day_counts" USING btree ("next_count_at");
--> statement-breakpoint
SELECT gatehouse_enable_rls('site_day_counts');
--> statement-breakpoint
-- How many distinct people came to a site on each local day, without days on which nobody came.
CREATE FUNCTION gatehouse_people_by_day(of_client uuid, of_site uuid, zone text, from_day date, to_day date)
RETURNS TABLE (day date, people bigint)
LANGUAGE sql STABLE AS $$
  select (signed_in_at at time zone zone)::date, count(distinct person_key)
  from public.visits
  where client_id = of_client and site_id = of_site
    and signed_in_at >= from_day::timestamp at time zone zone and signed_in_at < to_day::timestamp at time zone zone
  group by 1
$$;
--> statement-breakpoint
-- The counted days that a visit belongs to, as it was and as it is, are counted again. Where the row is not changed it is locked all the same,
-- so that a count that runs at the same time does not miss the visit.
CREATE FUNCTION gatehouse_recount_days() RETURNS trigger
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
--> statement-breakpoint
-- A visit that is told later, by a kiosk that had no network or by staff. All others are there when their day is counted.
CREATE TRIGGER visits_recount_days AFTER INSERT ON visits FOR EACH ROW
  WHEN (new.signed_in_at < new.created_at - interval '30 minutes')
  EXECUTE FUNCTION gatehouse_recount_days();
--> statement-breakpoint
-- Anonymising keeps how many people came on a day, so it is left out.
CREATE TRIGGER visits_correct_days AFTER UPDATE OF site_id, person_key ON visits FOR EACH ROW
  WHEN (old.site_id <> new.site_id or (old.person_key <> new.person_key and new.person_key not like 'anonymous.%'))
  EXECUTE FUNCTION gatehouse_recount_days();
--> statement-breakpoint
-- Nobody stands on an archived site, where no list would show them: a sign-in that was under way while the site was archived opens it again.
CREATE FUNCTION gatehouse_reopen_site() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  update public.sites set status = 'active', last_modified = greatest(last_modified + interval '1 millisecond', new.signed_in_at)
  where client_id = new.client_id and id = new.site_id and status = 'archived';
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER presence_reopens_site AFTER INSERT ON presence FOR EACH ROW EXECUTE FUNCTION gatehouse_reopen_site();
