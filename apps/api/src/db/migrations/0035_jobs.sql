CREATE TABLE "webhooks" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"folded_url" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(url)) STORED NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"encrypted_secret" "bytea" NOT NULL,
	"encrypted_previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "webhooks_previous_secret_check" CHECK (("webhooks"."encrypted_previous_secret" is null) = ("webhooks"."previous_secret_until" is null)),
	CONSTRAINT "webhooks_given_up_check" CHECK ("webhooks"."given_up_at" is null or not "webhooks"."enabled")
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('webhooks');--> statement-breakpoint
SELECT set_config('app.scope', 'installation', true);--> statement-breakpoint
-- Nobody has asked for these events.
DELETE FROM outbox WHERE type LIKE 'visit.%';--> statement-breakpoint
SELECT set_config('app.scope', '', true);--> statement-breakpoint
DROP INDEX "outbox_created_at_idx";--> statement-breakpoint
DROP INDEX "outbox_undelivered_idx";--> statement-breakpoint
DROP INDEX "outbox_mail_idx";--> statement-breakpoint
DROP INDEX "outbox_mail_order_idx";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "webhook_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "queue" text GENERATED ALWAYS AS (case when type like 'mail.%' then 'mail' when webhook_id is null then 'event' else 'webhook' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "outbox_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "status" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "response" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "milliseconds" integer;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_webhook_fkey" FOREIGN KEY ("client_id","webhook_id") REFERENCES "public"."webhooks"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_queued_at_idx" ON "outbox" USING btree ("queued_at") WHERE "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_failed_at_idx" ON "outbox" USING btree ("failed_at") WHERE "outbox"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_failed_idx" ON "outbox" USING btree ("client_id","failed_at") WHERE "outbox"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("queue","next_attempt_at") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_order_idx" ON "outbox" USING btree ("client_id","subject","position") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_idx" ON "outbox" USING btree ("client_id","position") WHERE "outbox"."queue" = 'event';--> statement-breakpoint
CREATE INDEX "outbox_webhook_idx" ON "outbox" USING btree ("client_id","webhook_id","position") WHERE "outbox"."webhook_id" is not null;