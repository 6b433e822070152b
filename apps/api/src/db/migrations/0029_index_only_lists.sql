-- Lists are filtered, searched and counted from indexes alone.
DROP INDEX "users_status_idx";--> statement-breakpoint
DROP INDEX "audit_entries_target_idx";--> statement-breakpoint
DROP INDEX "sign_in_methods_name_idx";--> statement-breakpoint
DROP INDEX "sites_name_idx";--> statement-breakpoint
DROP INDEX "users_folded_name_idx";--> statement-breakpoint
DROP INDEX "users_type_idx";--> statement-breakpoint
DROP INDEX "users_email_idx";--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("client_id","actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("client_id","action" collate "C","at","id");--> statement-breakpoint
CREATE INDEX "sites_status_idx" ON "sites" USING btree ("client_id","status");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ("folded_name","id","client_id","status","user_type","last_name","first_name","folded_details","mobile");--> statement-breakpoint
CREATE INDEX "users_employee_number_idx" ON "users" USING btree ("client_id","employee_number" collate gatehouse_names,"id","status","user_type");--> statement-breakpoint
CREATE INDEX "audit_entries_target_idx" ON "audit_entries" USING btree ("client_id","target_id","at","id");--> statement-breakpoint
CREATE INDEX "sign_in_methods_name_idx" ON "sign_in_methods" USING btree ("folded_name","id","client_id","site_id","enabled","type","folded_details") WHERE "sign_in_methods"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "sites_name_idx" ON "sites" USING btree ("folded_name","id","client_id","status","time_zone","folded_address");--> statement-breakpoint
CREATE INDEX "users_folded_name_idx" ON "users" USING btree ("client_id","folded_name","id","status","user_type","last_name","first_name","folded_details","mobile");--> statement-breakpoint
CREATE INDEX "users_type_idx" ON "users" USING btree ("client_id","status","user_type");--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree ("client_id","email_key","id");
