CREATE TABLE "api_keys" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"folded_name" text COLLATE gatehouse_names GENERATED ALWAYS AS (gatehouse_fold(name)) STORED NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('api_keys');--> statement-breakpoint
CREATE TABLE "maintenance_runs" (
	"kind" text NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"succeeded" boolean NOT NULL,
	CONSTRAINT "maintenance_runs_pkey" PRIMARY KEY("kind","finished_at"),
	CONSTRAINT "maintenance_runs_kind_check" CHECK ("maintenance_runs"."kind" in ('backup', 'restore_test', 'log_check'))
);
--> statement-breakpoint
-- Commands of the operator write it as the owner.
GRANT SELECT ON maintenance_runs TO gatehouse_runtime;--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_actor_kind_check";--> statement-breakpoint
ALTER TABLE "ban_exceptions" DROP CONSTRAINT "ban_exceptions_decided_check";--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_kind_check" CHECK ("audit_entries"."actor_kind" in ('staff', 'key', 'guest', 'device', 'system'));--> statement-breakpoint
ALTER TABLE "ban_exceptions" ADD CONSTRAINT "ban_exceptions_decided_check" CHECK (("ban_exceptions"."is_granted" is null) = ("ban_exceptions"."decided_at" is null) and ("ban_exceptions"."is_granted" is not null or "ban_exceptions"."decided_by" is null)
        and ("ban_exceptions"."is_granted" is not true or "ban_exceptions"."decided_by" is not null) and ("ban_exceptions"."is_granted" is true) = ("ban_exceptions"."until_at" is not null));