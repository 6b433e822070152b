CREATE TABLE "ban_exceptions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ban_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"hours" smallint NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"is_granted" boolean,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	CONSTRAINT "ban_exceptions_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "ban_exceptions_decided_check" CHECK (("ban_exceptions"."is_granted" is null) = ("ban_exceptions"."decided_by" is null) and ("ban_exceptions"."is_granted" is null) = ("ban_exceptions"."decided_at" is null)
        and ("ban_exceptions"."is_granted" is true) = ("ban_exceptions"."until_at" is not null)),
	CONSTRAINT "ban_exceptions_second_person_check" CHECK ("ban_exceptions"."is_granted" is not true or "ban_exceptions"."decided_by" <> "ban_exceptions"."asked_by")
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('ban_exceptions');--> statement-breakpoint
ALTER TABLE "bans" ADD COLUMN "folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(last_name || E'\t' || first_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ban_exceptions" ADD CONSTRAINT "ban_exceptions_ban_fkey" FOREIGN KEY ("client_id","ban_id") REFERENCES "public"."bans"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_exceptions" ADD CONSTRAINT "ban_exceptions_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ban_exceptions_ban_idx" ON "ban_exceptions" USING btree ("client_id","ban_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ban_exceptions_waiting_key" ON "ban_exceptions" USING btree ("client_id","ban_id","site_id") WHERE "ban_exceptions"."is_granted" is null;--> statement-breakpoint
CREATE INDEX "log_people_mobile_idx" ON "log_people" USING btree ("client_id","mobile");