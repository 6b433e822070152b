ALTER TABLE "log_corrections" ALTER COLUMN "corrected_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "assumed_left_after_hours" integer;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_assumed_left_check" CHECK ("sites"."assumed_left_after_hours" > 0);