CREATE TABLE "notification_recipient_sites" (
	"client_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	CONSTRAINT "notification_recipient_sites_pkey" PRIMARY KEY("client_id","recipient_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "notification_recipients" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"events" text[] NOT NULL,
	"channels" text[] NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"repeat_minutes" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_recipients_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "notification_recipients_user_key" UNIQUE("client_id","user_id"),
	CONSTRAINT "notification_recipients_quiet_check" CHECK (("notification_recipients"."quiet_from" is null) = ("notification_recipients"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_repeats" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"subject" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"held_back" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_repeats_pkey" PRIMARY KEY("client_id","user_id","event","subject")
);
--> statement-breakpoint
SELECT gatehouse_enable_rls(name) FROM unnest(array['notification_recipients', 'notification_recipient_sites', 'notification_repeats']) AS name;--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "queue";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "queue" text GENERATED ALWAYS AS (case when type like 'mail.%' then 'mail' when type like 'text.%' then 'text' when type like 'notice.%' then 'notice' when webhook_id is null then 'event' else 'webhook' end) STORED NOT NULL;--> statement-breakpoint
-- They fell with the column.
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("queue","next_attempt_at") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_event_idx" ON "outbox" USING btree ("client_id","position") WHERE "outbox"."queue" = 'event';--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "overdue_told_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_recipient_sites" ADD CONSTRAINT "notification_recipient_sites_recipient_fkey" FOREIGN KEY ("client_id","recipient_id") REFERENCES "public"."notification_recipients"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipient_sites" ADD CONSTRAINT "notification_recipient_sites_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_repeats" ADD CONSTRAINT "notification_repeats_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_recipient_sites_site_idx" ON "notification_recipient_sites" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "notification_repeats_told_at_idx" ON "notification_repeats" USING btree ("told_at");--> statement-breakpoint
CREATE INDEX "outbox_alert_idx" ON "outbox" USING btree ("client_id","subject","position") WHERE "outbox"."type" in ('mail.alert', 'text.alert');