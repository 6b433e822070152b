CREATE TABLE "muster_marks" (
	"client_id" uuid NOT NULL,
	"muster_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid,
	"targets" uuid[] NOT NULL,
	"point_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"is_flagged" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "muster_marks_pkey" PRIMARY KEY("client_id","muster_id","id"),
	CONSTRAINT "muster_marks_state_check" CHECK ("muster_marks"."state" in ('safe', 'said_safe', 'help_needed', 'help_given', 'point', 'note', 'unlisted', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "muster_roll" (
	"client_id" uuid NOT NULL,
	"muster_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"person_key" text NOT NULL,
	"kind" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"employee_number" text DEFAULT '' NOT NULL,
	"phone_extension" text DEFAULT '' NOT NULL,
	"dependents" smallint DEFAULT 0 NOT NULL,
	"left_at" timestamp (3) with time zone,
	"had_left" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	CONSTRAINT "muster_roll_pkey" PRIMARY KEY("client_id","muster_id","person_id"),
	CONSTRAINT "muster_roll_kind_check" CHECK ("muster_roll"."kind" in ('user', 'visitor')),
	CONSTRAINT "muster_roll_left_check" CHECK (not "muster_roll"."had_left" or "muster_roll"."left_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "musters" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"drill" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"forgotten_told_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"roll_snapshot" text NOT NULL,
	"roll_server_started_at" text NOT NULL,
	"safe" integer,
	"missing" integer,
	"total" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "musters_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "musters_ended_check" CHECK (("musters"."ended_at" is null) = ("musters"."total" is null))
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('musters');
--> statement-breakpoint
SELECT gatehouse_enable_rls('muster_roll');
--> statement-breakpoint
SELECT gatehouse_enable_rls('muster_marks');
--> statement-breakpoint
ALTER TABLE "board_changes" DROP CONSTRAINT "board_changes_list_check";--> statement-breakpoint
ALTER TABLE "muster_marks" ADD CONSTRAINT "muster_marks_muster_fkey" FOREIGN KEY ("client_id","muster_id") REFERENCES "public"."musters"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muster_roll" ADD CONSTRAINT "muster_roll_muster_fkey" FOREIGN KEY ("client_id","muster_id") REFERENCES "public"."musters"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "musters" ADD CONSTRAINT "musters_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "muster_marks_version_idx" ON "muster_marks" USING btree ("client_id","muster_id","version");--> statement-breakpoint
CREATE INDEX "muster_marks_text_kept_idx" ON "muster_marks" USING btree ("client_id","received_at") WHERE "muster_marks"."text" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "muster_roll_person_key" ON "muster_roll" USING btree ("client_id","muster_id","person_key");--> statement-breakpoint
CREATE INDEX "muster_roll_version_idx" ON "muster_roll" USING btree ("client_id","muster_id","version");--> statement-breakpoint
CREATE INDEX "muster_roll_kept_idx" ON "muster_roll" USING btree ("client_id","created_at") WHERE "muster_roll"."anonymised_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "musters_running_key" ON "musters" USING btree ("client_id","site_id") WHERE "musters"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "musters_started_at_idx" ON "musters" USING btree ("client_id","started_at","id");--> statement-breakpoint
ALTER TABLE "board_changes" ADD CONSTRAINT "board_changes_list_check" CHECK ("board_changes"."list" in ('on_site', 'away', 'muster', 'devices'));--> statement-breakpoint
-- Each write of a roll or of marks counts the version of the muster up, so this tells of all of them.
CREATE FUNCTION gatehouse_record_muster_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'muster') on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER musters_board_change AFTER INSERT OR UPDATE ON musters FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_muster_change();
