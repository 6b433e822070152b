DROP INDEX "log_chain_record_idx";--> statement-breakpoint
CREATE INDEX "log_chain_record_idx" ON "log_chain" USING btree ("record_id","month","position");