CREATE TABLE "readings" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"code" char(6) NOT NULL,
	"temperature" numeric(4, 1) NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"consumed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "readings_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "readings_code_check" CHECK ("readings"."code" ~ '^[0-9]{6}$'),
	CONSTRAINT "readings_order_check" CHECK ("readings"."expires_at" > "readings"."taken_at"),
	CONSTRAINT "readings_consumed_check" CHECK (("readings"."consumed_at" is null) = ("readings"."consumed_by" is null))
);
--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "readings_unused_code_key" ON "readings" USING btree ("client_id","site_id","code") WHERE "readings"."consumed_at" is null;--> statement-breakpoint
CREATE INDEX "readings_expires_at_idx" ON "readings" USING btree ("expires_at");--> statement-breakpoint
SELECT gatehouse_wall('readings');
