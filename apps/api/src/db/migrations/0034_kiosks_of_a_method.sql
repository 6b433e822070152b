ALTER TABLE "kiosk_reports" ADD COLUMN "kiosk" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "kiosk_reports" DROP CONSTRAINT "kiosk_reports_pkey";
--> statement-breakpoint
ALTER TABLE "kiosk_reports" ADD CONSTRAINT "kiosk_reports_pkey" PRIMARY KEY("client_id","method_id","kiosk");