CREATE TABLE "limited_methods" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limited_methods_pkey" PRIMARY KEY("client_id","method_id","kind"),
	CONSTRAINT "limited_methods_kind_check" CHECK ("limited_methods"."kind" in ('sign_in', 'temperature_code', 'visitor_details', 'host_search', 'sign_out_search'))
);
--> statement-breakpoint
CREATE TABLE "paired_kiosks" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"paired_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paired_kiosks_pkey" PRIMARY KEY("client_id","method_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "limited_methods" ADD CONSTRAINT "limited_methods_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paired_kiosks" ADD CONSTRAINT "paired_kiosks_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "limited_methods_last_at_idx" ON "limited_methods" USING btree ("last_at");--> statement-breakpoint
SELECT gatehouse_enable_rls(name) FROM unnest(array['paired_kiosks', 'limited_methods']) AS name;--> statement-breakpoint
-- The portal counts the paired tablets of a kiosk.
CREATE TRIGGER paired_kiosks_change AFTER INSERT OR DELETE ON paired_kiosks FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_device_change();
