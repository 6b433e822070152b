-- Each condition of jobs/purge-expired.ts has an index, and so has each reference whose rows go along with a session.
ALTER TABLE "rate_buckets" ADD COLUMN "updated_on" date GENERATED ALWAYS AS ((updated_at at time zone 'UTC')::date) STORED;--> statement-breakpoint
CREATE INDEX "notifications_created_at_idx" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "first_admin_links_expires_at_idx" ON "first_admin_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_created_at_idx" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_buckets_updated_on_idx" ON "rate_buckets" USING btree ("updated_on");--> statement-breakpoint
CREATE INDEX "recovery_code_sets_pending_idx" ON "recovery_code_sets" USING btree ("created_at") WHERE "recovery_code_sets"."enabled_at" is null;--> statement-breakpoint
CREATE INDEX "recovery_code_sets_session_idx" ON "recovery_code_sets" USING btree ("client_id","prepared_by") WHERE "recovery_code_sets"."prepared_by" is not null;--> statement-breakpoint
CREATE INDEX "totp_methods_pending_idx" ON "totp_methods" USING btree ("created_at") WHERE "totp_methods"."enabled_at" is null;--> statement-breakpoint
CREATE INDEX "totp_methods_session_idx" ON "totp_methods" USING btree ("client_id","prepared_by") WHERE "totp_methods"."prepared_by" is not null;--> statement-breakpoint
-- Rows are locked before they are deleted, which asks for this right.
GRANT UPDATE (expires_at) ON first_admin_links TO gatehouse_runtime;
