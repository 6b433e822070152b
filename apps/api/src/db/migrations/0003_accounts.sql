CREATE TABLE "notifications" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "notifications_level_check" CHECK ("notifications"."level" in ('danger', 'warning', 'info'))
);
--> statement-breakpoint
CREATE TABLE "first_admin_links" (
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_admin_links_pkey" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY("token_hash"),
	CONSTRAINT "one_time_tokens_purpose_check" CHECK ("one_time_tokens"."purpose" in ('password_reset', 'verify_email'))
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" uuid NOT NULL,
	"email_key" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reset_requests_pkey" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "recovery_code_sets" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"prepared_by" uuid,
	"sealed_codes" "bytea",
	"enabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_sets_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "recovery_code_sets_state_check" CHECK (("recovery_code_sets"."enabled_at" is null) = ("recovery_code_sets"."prepared_by" is not null) and ("recovery_code_sets"."enabled_at" is null) = ("recovery_code_sets"."sealed_codes" is not null))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"client_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tail" char(2) NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("client_id","set_id","position"),
	CONSTRAINT "recovery_codes_hash_key" UNIQUE("client_id","set_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "remembered_devices" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"program" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "remembered_devices_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "remembered_devices_token_key" UNIQUE("client_id","user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_methods" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"prepared_by" uuid,
	"sealed_seed" "bytea" NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"enabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "totp_methods_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "totp_methods_state_check" CHECK (("totp_methods"."enabled_at" is null) = ("totp_methods"."prepared_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "two_step_accounts" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"wrong_in_a_row" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "two_step_accounts_pkey" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code_sets" ADD CONSTRAINT "recovery_code_sets_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code_sets" ADD CONSTRAINT "recovery_code_sets_session_fkey" FOREIGN KEY ("client_id","prepared_by") REFERENCES "public"."sessions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_set_fkey" FOREIGN KEY ("client_id","set_id") REFERENCES "public"."recovery_code_sets"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_devices" ADD CONSTRAINT "remembered_devices_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_methods" ADD CONSTRAINT "totp_methods_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_methods" ADD CONSTRAINT "totp_methods_session_fkey" FOREIGN KEY ("client_id","prepared_by") REFERENCES "public"."sessions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_accounts" ADD CONSTRAINT "two_step_accounts_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("client_id","user_id","id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user_idx" ON "one_time_tokens" USING btree ("client_id","user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_at_idx" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_sets_enabled_key" ON "recovery_code_sets" USING btree ("client_id","user_id") WHERE "recovery_code_sets"."enabled_at" is not null;--> statement-breakpoint
CREATE INDEX "recovery_code_sets_user_idx" ON "recovery_code_sets" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "remembered_devices_expires_at_idx" ON "remembered_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "totp_methods_enabled_key" ON "totp_methods" USING btree ("client_id","user_id") WHERE "totp_methods"."enabled_at" is not null;--> statement-breakpoint
CREATE INDEX "totp_methods_user_idx" ON "totp_methods" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "outbox_mail_idx" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."delivered_at" is null and "outbox"."type" like 'mail.%';--> statement-breakpoint
CREATE INDEX "outbox_mail_order_idx" ON "outbox" USING btree ("client_id","subject","id") WHERE "outbox"."delivered_at" is null and "outbox"."type" like 'mail.%';--> statement-breakpoint
SELECT gatehouse_wall(walled::regclass) FROM unnest(ARRAY[
  'two_step_accounts', 'totp_methods', 'recovery_code_sets', 'recovery_codes', 'remembered_devices', 'one_time_tokens',
  'notifications'
]) AS walled;
--> statement-breakpoint
-- A link out of a mail shows itself to whoever has its token.
CREATE POLICY one_time_tokens_by_hash ON one_time_tokens FOR SELECT USING (token_hash = gatehouse_lookup('one_time_token'));
--> statement-breakpoint
-- Of no client: an address that may be nobody's, and a link from before there is a client.
GRANT SELECT, INSERT, DELETE ON reset_requests, first_admin_links TO gatehouse_runtime;
