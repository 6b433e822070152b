DROP INDEX "access_entries_site_idx";--> statement-breakpoint
-- By which quarter hours that nothing reads any more are found.
CREATE INDEX "rollups_quarter_hours_idx" ON "rollups" USING btree ("starts_at") WHERE "rollups"."granularity" = 'quarter_hour';--> statement-breakpoint
CREATE INDEX "sign_in_methods_name_idx" ON "sign_in_methods" USING btree ("folded_name","id") WHERE "sign_in_methods"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "users_status_idx" ON "users" USING btree ("status","folded_name","id");--> statement-breakpoint
CREATE INDEX "access_entries_site_idx" ON "access_entries" USING btree ("client_id","site_id","user_type","user_id");
