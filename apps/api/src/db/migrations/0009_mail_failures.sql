DROP INDEX "outbox_mail_idx";--> statement-breakpoint
DROP INDEX "outbox_mail_order_idx";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "outbox_mail_idx" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null and "outbox"."type" like 'mail.%';--> statement-breakpoint
CREATE INDEX "outbox_mail_order_idx" ON "outbox" USING btree ("client_id","subject","id") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null and "outbox"."type" like 'mail.%';