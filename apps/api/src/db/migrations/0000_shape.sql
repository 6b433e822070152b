CREATE TABLE "audit_entries" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_entries_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "audit_entries_actor_kind_check" CHECK ("audit_entries"."actor_kind" in ('staff', 'guest', 'device', 'system'))
);
--> statement-breakpoint
CREATE TABLE "bans" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid,
	"person_key" text,
	"user_id" uuid,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bans_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "bans_whom_check" CHECK ("bans"."person_key" is not null or "bans"."user_id" is not null),
	CONSTRAINT "bans_order_check" CHECK ("bans"."until_at" > "bans"."from_at")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company_no" text NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"suburb" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"post_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"look" text DEFAULT 'presence' NOT NULL,
	"language" text DEFAULT 'en-au' NOT NULL,
	"region" char(2) DEFAULT 'AU' NOT NULL,
	"time_zone" text DEFAULT 'Australia/Sydney' NOT NULL,
	"board_requires_two_step" boolean DEFAULT false NOT NULL,
	"two_step_required_for" text[] DEFAULT '{}' NOT NULL,
	"contact_retention_days" integer DEFAULT 28,
	"answer_retention_days" integer DEFAULT 365,
	"temperature_retention_days" integer DEFAULT 28,
	"photo_retention_days" integer DEFAULT 28,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_company_no_key" UNIQUE("company_no"),
	CONSTRAINT "clients_look_check" CHECK ("clients"."look" in ('presence', 'pulse', 'batbooth')),
	CONSTRAINT "clients_language_check" CHECK ("clients"."language" in ('en', 'en-au', 'es'))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "question_roles" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "question_roles_pkey" PRIMARY KEY("client_id","question_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "question_sites" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	CONSTRAINT "question_sites_pkey" PRIMARY KEY("client_id","question_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "question_versions" (
	"client_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"answers" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "question_versions_pkey" PRIMARY KEY("client_id","question_id","version"),
	CONSTRAINT "question_versions_type_check" CHECK ("question_versions"."type" in ('yes/no', 'free text', 'select', 'multi-select'))
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "questions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_attempts" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid,
	"source" text DEFAULT 'phone' NOT NULL,
	"reason" text NOT NULL,
	"ban_id" uuid,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"dependants" smallint DEFAULT 0 NOT NULL,
	"role_id" uuid,
	"role_name" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"temperature" numeric(4, 1),
	"attempted_at" timestamp (3) with time zone NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refused_attempts_pkey" PRIMARY KEY("client_id","id","attempted_at"),
	CONSTRAINT "refused_attempts_reason_check" CHECK ("refused_attempts"."reason" in ('banned', 'high', 'low', 'failed_answer')),
	CONSTRAINT "refused_attempts_kind_check" CHECK ("refused_attempts"."kind" in ('user', 'visitor')),
	CONSTRAINT "refused_attempts_source_check" CHECK ("refused_attempts"."source" in ('phone', 'kiosk', 'device', 'staff'))
) PARTITION BY RANGE ("attempted_at");
--> statement-breakpoint
CREATE TABLE "sessions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"authenticated" boolean DEFAULT false NOT NULL,
	"cookie_hash" "bytea",
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "sessions_kind_check" CHECK ("sessions"."kind" in ('admin', 'staff', 'board'))
);
--> statement-breakpoint
CREATE TABLE "method_keys" (
	"key" char(4) NOT NULL,
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "method_keys_pkey" PRIMARY KEY("key"),
	CONSTRAINT "method_keys_key_check" CHECK ("method_keys"."key" ~ '^[A-HJ-NP-TV-Z2-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "sign_in_methods" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"kiosk_id" text DEFAULT '' NOT NULL,
	"serial_number" text DEFAULT '' NOT NULL,
	"success_message" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"use_temperature" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_methods_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "sign_in_methods_type_check" CHECK ("sign_in_methods"."type" in ('device', 'kiosk', 'qr'))
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	"installed_on" date,
	"time_zone" text DEFAULT 'Australia/Sydney' NOT NULL,
	"region" char(2) DEFAULT 'AU' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"offline_users" boolean DEFAULT false NOT NULL,
	"questions_by_user" boolean DEFAULT false NOT NULL,
	"low_temperature" numeric(4, 1) DEFAULT 35 NOT NULL,
	"high_temperature" numeric(4, 1) DEFAULT 37.5 NOT NULL,
	"overdue_after_hours" integer DEFAULT 13 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sites_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "sites_status_check" CHECK ("sites"."status" in ('active', 'archived')),
	CONSTRAINT "sites_temperature_check" CHECK ("sites"."low_temperature" < "sites"."high_temperature"),
	CONSTRAINT "sites_overdue_check" CHECK ("sites"."overdue_after_hours" > 0)
);
--> statement-breakpoint
CREATE TABLE "access_entries" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"user_type" text NOT NULL,
	CONSTRAINT "access_entries_pkey" PRIMARY KEY("client_id","user_id","site_id"),
	CONSTRAINT "access_entries_user_type_check" CHECK ("access_entries"."user_type" in ('Manager', 'Staff', 'Device', 'Guest'))
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"email_key" text NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "logins_pkey" PRIMARY KEY("email_key"),
	CONSTRAINT "logins_user_key" UNIQUE("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"pending_email" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"language" text,
	"employee_number" text DEFAULT '' NOT NULL,
	"phone_extension" text DEFAULT '' NOT NULL,
	"job_title" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin" boolean DEFAULT false NOT NULL,
	"site_admin" boolean DEFAULT false NOT NULL,
	"change_password" boolean DEFAULT false NOT NULL,
	"approval_access" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"person_key" text,
	"photo_key" text,
	"last_seen_at" timestamp (3) with time zone,
	"last_seen_site_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "users_status_check" CHECK ("users"."status" in ('pending', 'active', 'rejected', 'archived')),
	CONSTRAINT "users_language_check" CHECK ("users"."language" in ('en', 'en-au', 'es'))
);
--> statement-breakpoint
CREATE TABLE "user_visitor_roles" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "user_visitor_roles_pkey" PRIMARY KEY("client_id","user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "visitor_roles" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visitor_roles_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"client_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"dependants" smallint DEFAULT 0 NOT NULL,
	"role_id" uuid,
	"role_name" text DEFAULT '' NOT NULL,
	"visit_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"superseded_visit_id" uuid,
	"superseded_signed_in_at" timestamp (3) with time zone,
	CONSTRAINT "presence_pkey" PRIMARY KEY("client_id","site_id","person_key"),
	CONSTRAINT "presence_kind_check" CHECK ("presence"."kind" in ('user', 'visitor')),
	CONSTRAINT "presence_user_check" CHECK (("presence"."kind" = 'user') = ("presence"."user_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"client_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_pkey" PRIMARY KEY("client_id","method_id","key")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"method_id" uuid,
	"source" text DEFAULT 'phone' NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"dependants" smallint DEFAULT 0 NOT NULL,
	"role_id" uuid,
	"role_name" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"temperature" numeric(4, 1),
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"signed_out_at" timestamp (3) with time zone,
	"ended_as" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"end_reason" text DEFAULT '' NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visits_pkey" PRIMARY KEY("client_id","id","signed_in_at"),
	CONSTRAINT "visits_kind_check" CHECK ("visits"."kind" in ('user', 'visitor')),
	CONSTRAINT "visits_source_check" CHECK ("visits"."source" in ('phone', 'kiosk', 'device', 'staff')),
	CONSTRAINT "visits_ended_as_check" CHECK ("visits"."ended_as" in ('checked_out', 'superseded', 'assumed_left', 'by_staff')),
	CONSTRAINT "visits_user_check" CHECK (("visits"."kind" = 'user') = ("visits"."user_id" is not null)),
	CONSTRAINT "visits_ended_check" CHECK (("visits"."ended_as" is null) = ("visits"."ended_at" is null)),
	CONSTRAINT "visits_signed_out_check" CHECK (("visits"."signed_out_at" is null) = ("visits"."ended_as" is null or "visits"."ended_as" in ('assumed_left', 'superseded'))),
	CONSTRAINT "visits_order_check" CHECK ("visits"."signed_out_at" >= "visits"."signed_in_at")
) PARTITION BY RANGE ("signed_in_at");
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_roles" ADD CONSTRAINT "question_roles_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_roles" ADD CONSTRAINT "question_roles_role_fkey" FOREIGN KEY ("client_id","role_id") REFERENCES "public"."visitor_roles"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_sites" ADD CONSTRAINT "question_sites_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_sites" ADD CONSTRAINT "question_sites_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_versions" ADD CONSTRAINT "question_versions_question_fkey" FOREIGN KEY ("client_id","question_id") REFERENCES "public"."questions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_attempts" ADD CONSTRAINT "refused_attempts_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_attempts" ADD CONSTRAINT "refused_attempts_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_keys" ADD CONSTRAINT "method_keys_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_last_seen_site_fkey" FOREIGN KEY ("client_id","last_seen_site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_visitor_roles" ADD CONSTRAINT "user_visitor_roles_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_visitor_roles" ADD CONSTRAINT "user_visitor_roles_role_fkey" FOREIGN KEY ("client_id","role_id") REFERENCES "public"."visitor_roles"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_roles" ADD CONSTRAINT "visitor_roles_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_method_fkey" FOREIGN KEY ("client_id","method_id") REFERENCES "public"."sign_in_methods"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_time_idx" ON "audit_entries" USING btree ("client_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_target_idx" ON "audit_entries" USING btree ("client_id","target_kind","target_id","id");--> statement-breakpoint
CREATE INDEX "bans_person_idx" ON "bans" USING btree ("client_id","person_key");--> statement-breakpoint
CREATE INDEX "bans_user_idx" ON "bans" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "outbox_undelivered_idx" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "question_roles_role_idx" ON "question_roles" USING btree ("client_id","role_id");--> statement-breakpoint
CREATE INDEX "question_sites_site_idx" ON "question_sites" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "questions_position_idx" ON "questions" USING btree ("client_id","position");--> statement-breakpoint
CREATE INDEX "refused_attempts_time_idx" ON "refused_attempts" USING btree ("client_id","attempted_at","id");--> statement-breakpoint
CREATE INDEX "refused_attempts_site_time_idx" ON "refused_attempts" USING btree ("client_id","site_id","attempted_at","id");--> statement-breakpoint
CREATE INDEX "refused_attempts_person_idx" ON "refused_attempts" USING btree ("client_id","person_key","attempted_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "method_keys_method_idx" ON "method_keys" USING btree ("method_id");--> statement-breakpoint
CREATE INDEX "sign_in_methods_site_idx" ON "sign_in_methods" USING btree ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "access_entries_site_idx" ON "access_entries" USING btree ("client_id","site_id","user_type");--> statement-breakpoint
CREATE INDEX "users_person_idx" ON "users" USING btree ("client_id","person_key");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ("client_id","status","last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "user_visitor_roles_role_idx" ON "user_visitor_roles" USING btree ("client_id","role_id");--> statement-breakpoint
CREATE INDEX "visitor_roles_site_idx" ON "visitor_roles" USING btree ("client_id","site_id","position");--> statement-breakpoint
CREATE INDEX "presence_time_idx" ON "presence" USING btree ("client_id","site_id","signed_in_at");--> statement-breakpoint
CREATE INDEX "presence_user_idx" ON "presence" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "submissions_created_at_idx" ON "submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "visits_time_idx" ON "visits" USING btree ("client_id","signed_in_at","id");--> statement-breakpoint
CREATE INDEX "visits_site_time_idx" ON "visits" USING btree ("client_id","site_id","signed_in_at","id");--> statement-breakpoint
CREATE INDEX "visits_person_idx" ON "visits" USING btree ("client_id","person_key","signed_in_at");