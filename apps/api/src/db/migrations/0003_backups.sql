ALTER TABLE "data_keys" ADD COLUMN "image_store_id" text;--> statement-breakpoint
ALTER TABLE "maintenance_runs" ADD COLUMN "bytes" bigint;