ALTER TABLE "muster_roll" ADD COLUMN "left_by_other_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "other_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "left_by_other_phone" boolean DEFAULT false NOT NULL;