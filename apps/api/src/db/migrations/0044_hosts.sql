CREATE TABLE "visit_hosts" (
	"client_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "visit_hosts_pkey" PRIMARY KEY("client_id","visit_id"),
	CONSTRAINT "visit_hosts_answer_check" CHECK ("visit_hosts"."answer" in ('on_my_way', 'sending_somebody', 'not_here')),
	CONSTRAINT "visit_hosts_named_check" CHECK (("visit_hosts"."user_id" is null) = ("visit_hosts"."name" <> '')),
	CONSTRAINT "visit_hosts_answered_check" CHECK (("visit_hosts"."answer" is null) = ("visit_hosts"."answered_at" is null))
);
--> statement-breakpoint
SELECT gatehouse_enable_rls('visit_hosts');--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD COLUMN "asks_host" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visit_hosts" ADD CONSTRAINT "visit_hosts_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_hosts" ADD CONSTRAINT "visit_hosts_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_hosts_user_idx" ON "visit_hosts" USING btree ("client_id","user_id","signed_in_at") WHERE "visit_hosts"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "visit_hosts_time_idx" ON "visit_hosts" USING btree ("client_id","signed_in_at");--> statement-breakpoint
-- A sign-in writes its row together with the presence, which marks the board as changed. Only what is deleted later needs a mark of its own.
CREATE FUNCTION gatehouse_record_host_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, 'on_site' from gone
    on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER visit_hosts_board_change AFTER DELETE ON visit_hosts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_record_host_change();
