CREATE TABLE "kiosk_reports" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"waiting" integer NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kiosk_reports_pkey" PRIMARY KEY("client_id","method_id"),
	CONSTRAINT "kiosk_reports_waiting_check" CHECK ("kiosk_reports"."waiting" >= 0)
);
--> statement-breakpoint
ALTER TABLE "refused_attempts" ADD COLUMN "signed_in_offline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "presence" ADD COLUMN "signed_in_offline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "signed_in_offline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "kiosk_reports" ADD CONSTRAINT "kiosk_reports_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kiosk_reports_reported_at_idx" ON "kiosk_reports" USING btree ("reported_at");--> statement-breakpoint
SELECT gatehouse_enable_rls('kiosk_reports');
