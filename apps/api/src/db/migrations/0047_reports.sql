CREATE TABLE "report_views" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"report" text NOT NULL,
	"site_id" uuid,
	"visit_id" uuid,
	"span" smallint,
	"kind" text,
	"role" text DEFAULT '' NOT NULL,
	"cadence" text,
	"weekday" smallint DEFAULT 1 NOT NULL,
	"month_day" smallint DEFAULT 1 NOT NULL,
	"time_of_day" text DEFAULT '07:00' NOT NULL,
	"recipients" uuid[] DEFAULT '{}' NOT NULL,
	"next_due_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_views_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "report_views_report_check" CHECK ("report_views"."report" in ('contacts', 'headcount', 'hours', 'roll')),
	CONSTRAINT "report_views_kind_check" CHECK ("report_views"."kind" in ('user', 'visitor')),
	CONSTRAINT "report_views_cadence_check" CHECK ("report_views"."cadence" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_views_due_check" CHECK (("report_views"."cadence" is null) = ("report_views"."next_due_at" is null))
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('report_views');--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_owner_fkey" FOREIGN KEY ("client_id","owner_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_views_due_idx" ON "report_views" USING btree ("next_due_at") WHERE "report_views"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_long_stay_idx" ON "visits" USING btree ("client_id","site_id","signed_in_at") WHERE coalesce("visits"."signed_out_at", "visits"."ended_at") - "visits"."signed_in_at" > interval '2 days';