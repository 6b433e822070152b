CREATE TABLE "ban_person_keys" (
	"client_id" uuid NOT NULL,
	"person_key" text NOT NULL,
	"ban_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ban_person_keys_pkey" PRIMARY KEY("client_id","person_key","ban_id")
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"secret_key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_keys_one_check" CHECK ("data_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "person_key_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bans" DROP CONSTRAINT "bans_whom_check";--> statement-breakpoint
ALTER TABLE "bans" DROP CONSTRAINT "bans_user_fkey";
--> statement-breakpoint
ALTER TABLE "ban_person_keys" ADD CONSTRAINT "ban_person_keys_ban_fkey" FOREIGN KEY ("client_id","ban_id") REFERENCES "public"."bans"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ban_person_keys_ban_idx" ON "ban_person_keys" USING btree ("client_id","ban_id");--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE SET NULL ("user_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bans" ADD CONSTRAINT "bans_whom_check" CHECK ("bans"."person_key" is not null or "bans"."user_id" is not null or "bans"."last_name" <> '');
--> statement-breakpoint
SELECT gatehouse_wall('ban_person_keys');
--> statement-breakpoint
-- Of no client. The owner makes and wraps the data key at the start; the program only reads it.
GRANT SELECT ON data_keys TO gatehouse_runtime;
--> statement-breakpoint
GRANT SELECT, INSERT ON person_key_versions TO gatehouse_runtime;
