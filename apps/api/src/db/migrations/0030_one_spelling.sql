-- What all spellings of one text share; packages/validation/src/spelling-key.ts answers the same in JavaScript. Unique indexes hold its
-- answers: whoever changes it builds them anew. Written by apps/api/scripts/write-folding.ts.
CREATE FUNCTION gatehouse_spelling_key(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
begin
  return replace(replace(regexp_replace(regexp_replace(
    lower(normalize(value, NFKD) collate "und-x-icu"),
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'),
    '[\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g'),
    'ß', 'ss'), 'ς', 'σ');
end
$$;
--> statement-breakpoint
ALTER TABLE "clients" DROP CONSTRAINT "clients_company_no_key";--> statement-breakpoint
DROP INDEX "sign_in_methods_serial_key";--> statement-breakpoint
DROP INDEX "users_employee_number_key";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "double_company_no" text;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "double_serial_number" text;--> statement-breakpoint
ALTER TABLE "muster_points" ADD COLUMN "double_name" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "double_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "double_employee_number" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "employee_number_key" text GENERATED ALWAYS AS (nullif(gatehouse_spelling_key(employee_number), '')) STORED;--> statement-breakpoint
ALTER TABLE "visitor_roles" ADD COLUMN "double_name" text;--> statement-breakpoint
-- Rows that have a number or a name which an earlier row has keep it, and are marked, so that the indexes leave them out.
SELECT set_config('app.scope', 'installation', true);--> statement-breakpoint
UPDATE clients SET double_company_no = company_no
  FROM (SELECT id, row_number() OVER (PARTITION BY gatehouse_spelling_key(company_no) ORDER BY created_at, id) AS place
    FROM clients WHERE gatehouse_spelling_key(company_no) <> '') AS double
  WHERE double.id = clients.id AND double.place > 1;--> statement-breakpoint
UPDATE users SET double_employee_number = employee_number
  FROM (SELECT client_id, id, row_number() OVER (PARTITION BY client_id, gatehouse_spelling_key(employee_number) ORDER BY created_at, id) AS place
    FROM users WHERE gatehouse_spelling_key(employee_number) <> '') AS double
  WHERE double.client_id = users.client_id AND double.id = users.id AND double.place > 1;--> statement-breakpoint
UPDATE sign_in_methods SET double_serial_number = serial_number
  FROM (SELECT client_id, id, row_number() OVER (PARTITION BY client_id, gatehouse_spelling_key(serial_number) ORDER BY created_at, id) AS place
    FROM sign_in_methods WHERE gatehouse_spelling_key(serial_number) <> '' AND retired_at IS NULL) AS double
  WHERE double.client_id = sign_in_methods.client_id AND double.id = sign_in_methods.id AND double.place > 1;--> statement-breakpoint
UPDATE sites SET double_name = name
  FROM (SELECT client_id, id, row_number() OVER (PARTITION BY client_id, gatehouse_spelling_key(name) ORDER BY created_at, id) AS place
    FROM sites WHERE gatehouse_spelling_key(name) <> '' AND status = 'active') AS double
  WHERE double.client_id = sites.client_id AND double.id = sites.id AND double.place > 1;--> statement-breakpoint
UPDATE visitor_roles SET double_name = name
  FROM (SELECT client_id, id, row_number() OVER (PARTITION BY client_id, site_id, gatehouse_spelling_key(name) ORDER BY created_at, id) AS place
    FROM visitor_roles WHERE gatehouse_spelling_key(name) <> '') AS double
  WHERE double.client_id = visitor_roles.client_id AND double.id = visitor_roles.id AND double.place > 1;--> statement-breakpoint
UPDATE muster_points SET double_name = name
  FROM (SELECT client_id, id, row_number() OVER (PARTITION BY client_id, site_id, gatehouse_spelling_key(name) ORDER BY created_at, id) AS place
    FROM muster_points WHERE gatehouse_spelling_key(name) <> '') AS double
  WHERE double.client_id = muster_points.client_id AND double.id = muster_points.id AND double.place > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_company_no_key" ON "clients" USING btree (nullif(gatehouse_spelling_key("company_no"), '')) WHERE "clients"."company_no" is distinct from "clients"."double_company_no";--> statement-breakpoint
CREATE UNIQUE INDEX "muster_points_name_key" ON "muster_points" USING btree ("client_id","site_id",nullif(gatehouse_spelling_key("name"), '')) WHERE "muster_points"."name" is distinct from "muster_points"."double_name";--> statement-breakpoint
CREATE UNIQUE INDEX "sites_name_key" ON "sites" USING btree ("client_id",nullif(gatehouse_spelling_key("name"), '')) WHERE "sites"."status" = 'active' and "sites"."name" is distinct from "sites"."double_name";--> statement-breakpoint
CREATE UNIQUE INDEX "visitor_roles_name_key" ON "visitor_roles" USING btree ("client_id","site_id",nullif(gatehouse_spelling_key("name"), '')) WHERE "visitor_roles"."name" is distinct from "visitor_roles"."double_name";--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_methods_serial_key" ON "sign_in_methods" USING btree ("client_id",nullif(gatehouse_spelling_key("serial_number"), '')) WHERE "sign_in_methods"."retired_at" is null and "sign_in_methods"."serial_number" is distinct from "sign_in_methods"."double_serial_number";--> statement-breakpoint
CREATE UNIQUE INDEX "users_employee_number_key" ON "users" USING btree ("client_id","employee_number_key") WHERE "users"."employee_number" is distinct from "users"."double_employee_number";
