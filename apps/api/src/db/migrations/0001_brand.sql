ALTER TABLE "clients" ADD COLUMN "accent" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_accent_check" CHECK ("clients"."accent" ~ '^#[0-9a-f]{6}$');