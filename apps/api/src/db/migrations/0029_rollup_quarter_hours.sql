-- By which quarter hours that nothing reads any more are found.
CREATE INDEX "rollups_quarter_hours_idx" ON "rollups" USING btree ("starts_at") WHERE "rollups"."granularity" = 'quarter_hour';
