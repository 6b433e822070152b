-- Most sites of an installation have few people, so PostgreSQL expected one row for any site and looked a person up by reading all people of a
-- busy one. It expects more with these numbers, and looks persons up by their key.
ALTER TABLE "presence" ALTER COLUMN "client_id" SET (n_distinct = 10), ALTER COLUMN "site_id" SET (n_distinct = 500);--> statement-breakpoint
ANALYZE "presence";
