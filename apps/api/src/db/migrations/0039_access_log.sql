CREATE TABLE "log_chain" (
	"client_id" uuid NOT NULL,
	"month" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"record" text NOT NULL,
	"record_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"facts_digest" "bytea" NOT NULL,
	"contact_digest" "bytea",
	"answers_digest" "bytea",
	"temperature_digest" "bytea",
	"hash" "bytea" NOT NULL,
	"chained_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_chain_pkey" PRIMARY KEY("client_id","month","position"),
	CONSTRAINT "log_chain_record_check" CHECK ("log_chain"."record" in ('visit', 'refused', 'correction'))
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "log_changes" (
	"client_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "log_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"site_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_changes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "log_corrections" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"site_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"corrected_by" uuid NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	CONSTRAINT "log_corrections_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "log_people" (
	"client_id" uuid NOT NULL,
	"person_key" text NOT NULL,
	"user_id" uuid,
	"folded_name" text COLLATE gatehouse_names NOT NULL,
	"mobile" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_people_pkey" PRIMARY KEY("client_id","person_key")
);
--> statement-breakpoint
ALTER TABLE "log_chain" ADD CONSTRAINT "log_chain_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_changes" ADD CONSTRAINT "log_changes_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_corrections" ADD CONSTRAINT "log_corrections_site_fkey" FOREIGN KEY ("client_id","site_id") REFERENCES "public"."sites"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_people" ADD CONSTRAINT "log_people_client_fkey" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_chain_record_idx" ON "log_chain" USING btree ("client_id","record_id","month","position");--> statement-breakpoint
CREATE INDEX "log_changes_order_idx" ON "log_changes" USING btree ("id");--> statement-breakpoint
CREATE INDEX "log_corrections_time_idx" ON "log_corrections" USING btree ("client_id","at","id");--> statement-breakpoint
CREATE INDEX "log_corrections_site_time_idx" ON "log_corrections" USING btree ("client_id","site_id","at","id");--> statement-breakpoint
CREATE INDEX "log_corrections_visit_idx" ON "log_corrections" USING btree ("client_id","visit_id");--> statement-breakpoint
CREATE INDEX "log_corrections_contact_kept_idx" ON "log_corrections" USING btree ("client_id","signed_in_at") WHERE "log_corrections"."anonymised_at" is null;--> statement-breakpoint
CREATE INDEX "log_people_search_idx" ON "log_people" USING btree ("client_id","folded_name","mobile","user_id","person_key");--> statement-breakpoint
CREATE INDEX "log_people_last_idx" ON "log_people" USING btree ("client_id","last_at");--> statement-breakpoint
CREATE INDEX "visits_signed_out_idx" ON "visits" USING btree ("client_id","signed_out_at","id") WHERE "visits"."signed_out_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_site_signed_out_idx" ON "visits" USING btree ("client_id","site_id","signed_out_at","id") WHERE "visits"."signed_out_at" is not null;--> statement-breakpoint
CREATE INDEX "visits_assumed_left_idx" ON "visits" USING btree ("client_id","ended_at","id") WHERE "visits"."ended_as" = 'assumed_left';--> statement-breakpoint
CREATE INDEX "visits_site_assumed_left_idx" ON "visits" USING btree ("client_id","site_id","ended_at","id") WHERE "visits"."ended_as" = 'assumed_left';
--> statement-breakpoint
SELECT gatehouse_enable_rls(client_table::regclass) FROM unnest(ARRAY['log_corrections', 'log_people', 'log_changes', 'log_chain']) AS client_table;
--> statement-breakpoint
-- What was recorded stays. Only what retention must reach can be rewritten.
REVOKE UPDATE, DELETE ON log_corrections, log_chain FROM gatehouse_runtime;
--> statement-breakpoint
GRANT UPDATE (before, after, note, anonymised_at) ON log_corrections TO gatehouse_runtime;
--> statement-breakpoint
-- As before, and with the partitions of the chain.
CREATE OR REPLACE FUNCTION gatehouse_ensure_partitions(from_day date, months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
declare
  parent text;
  partition text;
  month timestamptz;
  made integer := 0;
begin
  if months not between 1 and 60 then
    raise exception 'months must be between 1 and 60, not %', months using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtext('gatehouse_ensure_partitions'));
  foreach parent in array array['visits', 'refused_attempts', 'log_chain'] loop
    for step in 0 .. months - 1 loop
      month := date_trunc('month', from_day::timestamptz) + make_interval(months => step);
      partition := parent || to_char(month, '_YYYY_MM');
      continue when to_regclass('public.' || partition) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', partition, parent);
      execute format('alter table public.%I enable row level security', partition);
      execute format('alter table public.%I force row level security', partition);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        parent, partition, month, month + interval '1 month');
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
--> statement-breakpoint
SELECT gatehouse_ensure_partitions(to_date(right(c.relname, 7), 'YYYY_MM'), 1)
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent IN ('visits'::regclass, 'refused_attempts'::regclass);
--> statement-breakpoint
-- As before. The moments of the folded deltas are also those whose records are to be chained: a delta is folded once, after its commit.
CREATE OR REPLACE FUNCTION gatehouse_fold_deltas(batch_size integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  batch public.rollup_deltas[];
begin
  if not pg_try_advisory_xact_lock(hashtext('gatehouse_fold_deltas')) then
    return 0;
  end if;
  with due as (
    select client_id, id from public.rollup_deltas where not is_folded order by client_id, at limit batch_size for update skip locked),
  folded as (
    update public.rollup_deltas as d set is_folded = true from due where d.client_id = due.client_id and d.id = due.id
    returning d as delta)
  select array_agg(delta) into batch from folded;
  perform public.gatehouse_add_to_rollups(batch);
  insert into public.log_changes (client_id, site_id, at)
    select distinct d.client_id, d.site_id, d.at from unnest(batch) as d order by d.client_id, d.at;
  return coalesce(array_length(batch, 1), 0);
end
$$;
--> statement-breakpoint
-- An end without a departure changes no figure, but it is to be chained: a delta without counts tells of it.
CREATE FUNCTION gatehouse_record_end() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.rollup_deltas (client_id, site_id, at) values (new.client_id, new.site_id, new.signed_in_at);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER visits_record_end AFTER UPDATE OF ended_as ON visits FOR EACH ROW
  WHEN (old.ended_as IS DISTINCT FROM new.ended_as AND old.signed_out_at IS NOT DISTINCT FROM new.signed_out_at)
  EXECUTE FUNCTION gatehouse_record_end();
--> statement-breakpoint
SELECT set_config('app.scope', 'installation', true);
--> statement-breakpoint
-- The job also chains what is older than the chain.
INSERT INTO log_changes (client_id, site_id, at)
SELECT client_id, site_id, signed_in_at FROM visits UNION SELECT client_id, site_id, attempted_at FROM refused_attempts ORDER BY 1, 3;
--> statement-breakpoint
SELECT set_config('app.scope', '', true);
