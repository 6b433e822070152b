DROP INDEX "visits_assumed_left_idx";--> statement-breakpoint
DROP INDEX "visits_site_assumed_left_idx";--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "assumed_left_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "visits_assumed_left_idx" ON "visits" USING btree ("client_id","assumed_left_at","id") WHERE "visits"."assumed_left_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_site_assumed_left_idx" ON "visits" USING btree ("client_id","site_id","assumed_left_at","id") WHERE "visits"."assumed_left_at" is not null;--> statement-breakpoint
SELECT set_config('app.scope', 'installation', true);
--> statement-breakpoint
UPDATE visits SET assumed_left_at = ended_at WHERE ended_as = 'assumed_left';
--> statement-breakpoint
SELECT set_config('app.scope', '', true);
