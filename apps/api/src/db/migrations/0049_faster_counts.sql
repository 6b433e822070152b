DROP INDEX "sign_in_methods_name_idx";--> statement-breakpoint
DROP INDEX "presence_time_idx";--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "site_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "hours_key" uuid GENERATED ALWAYS AS (case when opening_hours <> '[]' then md5(time_zone || opening_hours::text)::uuid end) STORED;--> statement-breakpoint
CREATE INDEX "sign_in_methods_type_idx" ON "sign_in_methods" USING btree ("client_id","type","enabled") WHERE "sign_in_methods"."retired_at" is null and not "sign_in_methods"."site_archived";--> statement-breakpoint
CREATE INDEX "sites_overdue_idx" ON "sites" USING btree ("client_id","id","status","overdue_after_hours","hours_key");--> statement-breakpoint
CREATE INDEX "sites_hours_idx" ON "sites" USING btree ("hours_key") WHERE "sites"."status" = 'active' and "sites"."hours_key" is not null;--> statement-breakpoint
CREATE INDEX "sign_in_methods_name_idx" ON "sign_in_methods" USING btree ("folded_name","id","client_id","site_id","enabled","type","folded_details") WHERE "sign_in_methods"."retired_at" is null and not "sign_in_methods"."site_archived";--> statement-breakpoint
CREATE INDEX "presence_time_idx" ON "presence" USING btree ("client_id","site_id","signed_in_at","dependents");;--> statement-breakpoint
-- An index answers alone only where PostgreSQL knows that its rows are visible. Both tables are small, and some of their rows change all day.
ALTER TABLE "sites" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "presence" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
-- Whether the site of a method is archived is kept with the method, so that lists of methods join no sites.
CREATE FUNCTION gatehouse_mark_method() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  -- The lock waits for a site that is being archived, and lets none be archived until the method is there.
  select status = 'archived' into new.site_archived from public.sites
    where client_id = new.client_id and id = new.site_id for share;
  new.site_archived := coalesce(new.site_archived, false);
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER sign_in_methods_mark BEFORE INSERT OR UPDATE OF site_id, site_archived ON sign_in_methods FOR EACH ROW
  EXECUTE FUNCTION gatehouse_mark_method();
--> statement-breakpoint
CREATE FUNCTION gatehouse_mark_methods_of_site() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  update public.sign_in_methods set site_archived = new.status = 'archived' where client_id = new.client_id and site_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER sites_mark_methods AFTER UPDATE OF status ON sites FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status)
  EXECUTE FUNCTION gatehouse_mark_methods_of_site();
--> statement-breakpoint
SELECT set_config('app.scope', 'installation', true);
--> statement-breakpoint
UPDATE sign_in_methods AS method SET site_archived = true FROM sites
WHERE sites.client_id = method.client_id AND sites.id = method.site_id AND sites.status = 'archived';
--> statement-breakpoint
SELECT set_config('app.scope', '', true);
