ALTER TABLE "method_keys" ADD COLUMN "folded_key" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(key)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "look" text;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "colours" jsonb;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "settings" jsonb;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "folded_details" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(location || E'\t' || serial_number || E'\t' || kiosk_id)) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "method_keys_live_key" ON "method_keys" USING btree ("client_id","method_id") WHERE "method_keys"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "method_keys_retired_at_idx" ON "method_keys" USING btree ("retired_at") WHERE "method_keys"."retired_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_methods_serial_key" ON "sign_in_methods" USING btree ("client_id",lower("serial_number")) WHERE "sign_in_methods"."serial_number" <> '' and "sign_in_methods"."retired_at" is null;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_look_check" CHECK ("sign_in_methods"."look" in ('presence', 'pulse', 'batbooth'));