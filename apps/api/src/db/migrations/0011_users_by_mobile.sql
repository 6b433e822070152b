CREATE INDEX "users_mobile_idx" ON "users" USING btree ("client_id","mobile");
