-- Names that PostgreSQL, HTTP and OWASP use.
ALTER TABLE submissions RENAME TO idempotency_keys;
--> statement-breakpoint
ALTER TABLE idempotency_keys RENAME COLUMN fingerprint TO request_hash;
--> statement-breakpoint
ALTER TABLE idempotency_keys RENAME CONSTRAINT submissions_pkey TO idempotency_keys_pkey;
--> statement-breakpoint
ALTER TABLE idempotency_keys RENAME CONSTRAINT submissions_method_fkey TO idempotency_keys_method_fkey;
--> statement-breakpoint
ALTER INDEX submissions_created_at_idx RENAME TO idempotency_keys_created_at_idx;
--> statement-breakpoint
ALTER TABLE visits RENAME COLUMN dependants TO dependents;
--> statement-breakpoint
ALTER TABLE presence RENAME COLUMN dependants TO dependents;
--> statement-breakpoint
ALTER TABLE refused_attempts RENAME COLUMN dependants TO dependents;
--> statement-breakpoint
ALTER TABLE totp_methods RENAME COLUMN sealed_seed TO encrypted_seed;
--> statement-breakpoint
ALTER TABLE recovery_code_sets RENAME COLUMN sealed_codes TO encrypted_codes;
--> statement-breakpoint
-- Row-level security for a table of a client. Every migration that adds such a table calls this.
ALTER FUNCTION gatehouse_wall(regclass, name) RENAME TO gatehouse_enable_rls;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION gatehouse_enable_rls(client_table regclass, client_column name DEFAULT 'client_id') RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  execute format('alter table %s enable row level security', client_table);
  execute format('alter table %s force row level security', client_table);
  execute format('create policy tenant_isolation on %s using (%I = (select public.gatehouse_client_id()) or (select public.gatehouse_is_installation()))',
    client_table, client_column);
  execute format('grant select, insert, update, delete on %s to gatehouse_runtime', client_table);
end
$$;
--> statement-breakpoint
DO $$
declare
  client_table regclass;
begin
  for client_table in select polrelid::regclass from pg_policy where polname = 'wall' loop
    execute format('alter policy wall on %s rename to tenant_isolation', client_table);
  end loop;
end
$$;
