ALTER TABLE "users" ADD COLUMN "user_type" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ppe" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "temperature_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_pin_hash" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_details" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(email || E'\t' || employee_number)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "access_entries_device_idx" ON "access_entries" USING btree ("client_id","user_id","site_id") WHERE "access_entries"."user_type" = 'Device';--> statement-breakpoint
CREATE INDEX "users_type_idx" ON "users" USING btree ("client_id","status","user_type","folded_name","id");--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree ("client_id","status","email_key","id");--> statement-breakpoint
-- Numbers were not unique before. The user that was created first keeps a number; the others get a count behind it.
SELECT set_config('app.scope', 'installation', true);--> statement-breakpoint
UPDATE users SET employee_number = users.employee_number || '-' || twin.place
  FROM (SELECT client_id, id, row_number() OVER (PARTITION BY client_id, lower(employee_number) ORDER BY id) AS place
    FROM users WHERE employee_number <> '') AS twin
  WHERE twin.client_id = users.client_id AND twin.id = users.id AND twin.place > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "users_employee_number_key" ON "users" USING btree ("client_id",lower("employee_number")) WHERE "users"."employee_number" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "users_access_pin_key" ON "users" USING btree ("client_id","access_pin_hash");--> statement-breakpoint
CREATE INDEX "users_admin_idx" ON "users" USING btree ("client_id","id") WHERE "users"."admin" or "users"."site_admin";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_user_type_check" CHECK ("users"."user_type" in ('Admin', 'Manager', 'Staff', 'Device', 'Guest'));
--> statement-breakpoint
-- The account type of a user. Each type has an index, so that it is found whatever the number of entries.
CREATE FUNCTION gatehouse_user_type(of_client uuid, of_user uuid) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  select case
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user and user_type = 'Manager') then 'Manager'
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user and user_type = 'Staff') then 'Staff'
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user and user_type = 'Device') then 'Device'
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user) then 'Guest'
  end
$$;
--> statement-breakpoint
CREATE FUNCTION gatehouse_set_user_type() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  new.user_type := case when new.admin or new.site_admin then 'Admin' else public.gatehouse_user_type(new.client_id, new.id) end;
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER users_user_type_insert BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION gatehouse_set_user_type();
--> statement-breakpoint
-- Every change of the flags and of the entries moves the security version.
CREATE TRIGGER users_user_type_update BEFORE UPDATE ON users FOR EACH ROW
  WHEN (old.security_version IS DISTINCT FROM new.security_version)
  EXECUTE FUNCTION gatehouse_set_user_type();
--> statement-breakpoint
UPDATE users SET user_type = case when admin or site_admin then 'Admin' else gatehouse_user_type(client_id, id) end;
--> statement-breakpoint
SELECT set_config('app.scope', '', true);
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION gatehouse_user_type(uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION gatehouse_user_type(uuid, uuid) TO gatehouse_runtime;
