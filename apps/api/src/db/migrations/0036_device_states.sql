DROP INDEX "devices_connected_idx";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "offline_since" timestamp (3) with time zone;--> statement-breakpoint
SELECT set_config('app.scope', 'installation', true);--> statement-breakpoint
-- Those that are offline already are no news.
UPDATE devices SET offline_since = last_seen_at WHERE last_seen_at < now() - interval '45 seconds';--> statement-breakpoint
SELECT set_config('app.scope', '', true);--> statement-breakpoint
CREATE INDEX "devices_heard_idx" ON "devices" USING btree ("last_seen_at") WHERE "devices"."offline_since" is null;