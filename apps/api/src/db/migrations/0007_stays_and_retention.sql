CREATE TABLE "retention_runs" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"contact_cutoff" timestamp (3) with time zone,
	"answer_cutoff" timestamp (3) with time zone,
	"temperature_cutoff" timestamp (3) with time zone,
	"photo_cutoff" timestamp (3) with time zone,
	"contact_rows" integer DEFAULT 0 NOT NULL,
	"answer_rows" integer DEFAULT 0 NOT NULL,
	"temperature_rows" integer DEFAULT 0 NOT NULL,
	"photo_rows" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]' NOT NULL,
	CONSTRAINT "retention_runs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_salts" (
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"salt" "bytea" NOT NULL,
	CONSTRAINT "retention_salts_pkey" PRIMARY KEY("client_id","day")
);
--> statement-breakpoint
CREATE TABLE "retention_schedules" (
	"client_id" uuid NOT NULL,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retention_schedules_pkey" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "redacted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "superseded_by" uuid;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_salts" ADD CONSTRAINT "retention_salts_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_schedules" ADD CONSTRAINT "retention_schedules_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retention_schedules_next_run_at_idx" ON "retention_schedules" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "audit_entries_details_kept_idx" ON "audit_entries" USING btree ("client_id","at") WHERE "audit_entries"."redacted_at" is null;--> statement-breakpoint
CREATE INDEX "refused_attempts_contact_kept_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."anonymised_at" is null;--> statement-breakpoint
CREATE INDEX "refused_attempts_answers_kept_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."answers" <> '[]';--> statement-breakpoint
CREATE INDEX "refused_attempts_temperature_kept_idx" ON "refused_attempts" USING btree ("client_id","attempted_at") WHERE "refused_attempts"."temperature" is not null;--> statement-breakpoint
CREATE INDEX "visits_contact_kept_idx" ON "visits" USING btree ("client_id","signed_in_at") WHERE "visits"."anonymised_at" is null;--> statement-breakpoint
CREATE INDEX "visits_answers_kept_idx" ON "visits" USING btree ("client_id","signed_in_at") WHERE "visits"."answers" <> '[]';--> statement-breakpoint
CREATE INDEX "visits_temperature_kept_idx" ON "visits" USING btree ("client_id","signed_in_at") WHERE "visits"."temperature" is not null;--> statement-breakpoint
-- Without the table's name before a column: a partition that is there already could not take the condition.
ALTER TABLE "visits" ADD CONSTRAINT "visits_superseded_by_check" CHECK ("superseded_by" is null or "ended_as" = 'superseded');
--> statement-breakpoint
SELECT gatehouse_wall(walled::regclass) FROM unnest(ARRAY['retention_schedules', 'retention_runs', 'retention_salts']) AS walled;
--> statement-breakpoint
GRANT UPDATE (redacted_at) ON audit_entries TO gatehouse_runtime;
--> statement-breakpoint
-- Of whoever is on site now, the visit before the open one is known: it names its next one from here on.
SELECT set_config('app.scope', 'installation', true);
--> statement-breakpoint
UPDATE visits SET superseded_by = presence.visit_id FROM presence
WHERE visits.client_id = presence.client_id AND visits.id = presence.superseded_visit_id
  AND visits.signed_in_at = presence.superseded_signed_in_at AND visits.ended_as = 'superseded';
--> statement-breakpoint
SELECT set_config('app.scope', '', true);
