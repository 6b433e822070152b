CREATE TABLE "muster_points" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "muster_points_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "muster_points" ADD CONSTRAINT "muster_points_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "muster_points_site_idx" ON "muster_points" USING btree ("client_id","site_id");
--> statement-breakpoint
SELECT gatehouse_enable_rls('muster_points');
