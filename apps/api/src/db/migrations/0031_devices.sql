CREATE TABLE "device_commands" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"command" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "device_commands_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "device_commands_command_check" CHECK ("device_commands"."command" in ('identify', 'restart'))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"serial_number" text NOT NULL,
	"paired_at" timestamp (3) with time zone NOT NULL,
	"boot_id" uuid,
	"earlier_boot_id" uuid,
	"kiosk_id" text DEFAULT '' NOT NULL,
	"versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"connection_id" uuid,
	"last_seen_at" timestamp (3) with time zone,
	"settings_version" text,
	"settings_accepted" boolean,
	"settings_reason" text DEFAULT '' NOT NULL,
	"settings_reported_at" timestamp (3) with time zone,
	"low_pressure_since" timestamp (3) with time zone,
	"filter_cartridge_since" timestamp (3) with time zone,
	CONSTRAINT "devices_pkey" PRIMARY KEY("client_id","method_id")
);
--> statement-breakpoint
CREATE TABLE "pairing_codes" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pairing_codes_pkey" PRIMARY KEY("code_hash")
);
--> statement-breakpoint
ALTER TABLE "board_changes" DROP CONSTRAINT "board_changes_list_check";--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_commands_method_idx" ON "device_commands" USING btree ("client_id","method_id") WHERE "device_commands"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "device_commands_created_at_idx" ON "device_commands" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "devices_connected_idx" ON "devices" USING btree ("last_seen_at") WHERE "devices"."connection_id" is not null;--> statement-breakpoint
CREATE INDEX "pairing_codes_method_idx" ON "pairing_codes" USING btree ("client_id","method_id");--> statement-breakpoint
CREATE INDEX "pairing_codes_expires_at_idx" ON "pairing_codes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "board_changes" ADD CONSTRAINT "board_changes_list_check" CHECK ("board_changes"."list" in ('on_site', 'away', 'devices'));--> statement-breakpoint
SELECT gatehouse_enable_rls(name) FROM unnest(array['devices', 'pairing_codes', 'device_commands']) AS name;--> statement-breakpoint
-- A device knows its code before it knows its client.
CREATE POLICY pairing_codes_by_hash ON pairing_codes FOR SELECT USING (code_hash = gatehouse_lookup('pairing_code'));--> statement-breakpoint
-- What the portal shows of devices. A beat alone changes nothing of it.
CREATE FUNCTION gatehouse_record_device_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    values (coalesce(new.client_id, old.client_id), '00000000-0000-0000-0000-000000000000', 'devices')
    on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER devices_change AFTER INSERT OR DELETE ON devices FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_device_change();
--> statement-breakpoint
CREATE TRIGGER devices_state_change AFTER UPDATE ON devices FOR EACH ROW
  WHEN ((old.connection_id, old.token_hash, old.serial_number, old.kiosk_id, old.versions, old.settings_version, old.settings_accepted,
      old.settings_reason, old.low_pressure_since, old.filter_cartridge_since)
    IS DISTINCT FROM (new.connection_id, new.token_hash, new.serial_number, new.kiosk_id, new.versions, new.settings_version,
      new.settings_accepted, new.settings_reason, new.low_pressure_since, new.filter_cartridge_since))
  EXECUTE FUNCTION gatehouse_record_device_change();
