CREATE TABLE "site_external_apis" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"url" text,
	"parameters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"encrypted_secret" "bytea",
	"secret_set_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT false NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"test_outcome" text,
	"test_status" integer,
	"test_milliseconds" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_external_apis_pkey" PRIMARY KEY("client_id","site_id"),
	CONSTRAINT "site_external_apis_test_outcome_check" CHECK ("site_external_apis"."test_outcome" in ('accepted', 'redirected', 'error_status', 'secret_unreadable', 'https_required', 'port_refused', 'private_address', 'name_not_found', 'connection_refused', 'unreachable', 'connection_lost', 'certificate', 'tls', 'timeout', 'too_large', 'not_http', 'failed')),
	CONSTRAINT "site_external_apis_secret_check" CHECK (("site_external_apis"."encrypted_secret" is null) = ("site_external_apis"."secret_set_at" is null))
);
--> statement-breakpoint
ALTER TABLE "site_external_apis" ADD CONSTRAINT "site_external_apis_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
SELECT gatehouse_enable_rls('site_external_apis');
