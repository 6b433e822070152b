CREATE TABLE "device_cookies" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_cookies_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "device_cookies_token_key" UNIQUE("client_id","user_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_kind_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "security_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_cookies" ADD CONSTRAINT "device_cookies_user_fkey" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_cookies_expires_at_idx" ON "device_cookies" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "kind";
--> statement-breakpoint
SELECT gatehouse_wall('device_cookies');
--> statement-breakpoint
-- The security version of an account. Triggers move it, so that no statement that changes an account can forget to: whatever was
-- proven before (a password, a code, a link) is compared with it in the transaction that grants something for it.
CREATE FUNCTION gatehouse_move_security_version() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  new.security_version := old.security_version + 1;
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER users_security_version BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((old.password_hash, old.email_key, old.status, old.admin, old.site_admin)
    IS DISTINCT FROM (new.password_hash, new.email_key, new.status, new.admin, new.site_admin))
  EXECUTE FUNCTION gatehouse_move_security_version();
--> statement-breakpoint
-- For the tables that belong to an account. OLD is null at an insert, NEW at a delete.
CREATE FUNCTION gatehouse_move_security_version_of_user() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  update public.users set security_version = security_version + 1
    where client_id = coalesce(new.client_id, old.client_id) and id in (old.user_id, new.user_id);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER access_entries_security_version AFTER INSERT OR UPDATE OR DELETE ON access_entries FOR EACH ROW
  EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
-- A method counts once it is enabled: one that is prepared, and the spending of a code, move nothing.
CREATE TRIGGER totp_methods_security_version_insert AFTER INSERT ON totp_methods FOR EACH ROW
  WHEN (new.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
CREATE TRIGGER totp_methods_security_version_update AFTER UPDATE ON totp_methods FOR EACH ROW
  WHEN (old.enabled_at IS DISTINCT FROM new.enabled_at) EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
CREATE TRIGGER totp_methods_security_version_delete AFTER DELETE ON totp_methods FOR EACH ROW
  WHEN (old.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
CREATE TRIGGER recovery_code_sets_security_version_insert AFTER INSERT ON recovery_code_sets FOR EACH ROW
  WHEN (new.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
CREATE TRIGGER recovery_code_sets_security_version_update AFTER UPDATE ON recovery_code_sets FOR EACH ROW
  WHEN (old.enabled_at IS DISTINCT FROM new.enabled_at) EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
CREATE TRIGGER recovery_code_sets_security_version_delete AFTER DELETE ON recovery_code_sets FOR EACH ROW
  WHEN (old.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();
--> statement-breakpoint
-- Ends what an account was granted before. Links end with every version; sessions and remembered devices with the password and with
-- an account that is no longer active; device cookies with the password. A transaction that changes a password may name the one
-- session that goes on in app.kept_session.
CREATE FUNCTION gatehouse_end_grants() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  is_new_password constant boolean := old.password_hash is distinct from new.password_hash;
begin
  delete from public.one_time_tokens where client_id = new.client_id and user_id = new.id;
  if is_new_password then
    delete from public.device_cookies where client_id = new.client_id and user_id = new.id;
  end if;
  if is_new_password or new.status <> 'active' then
    update public.sessions set revoked_at = now()
      where client_id = new.client_id and user_id = new.id and revoked_at is null
        and id is distinct from nullif(current_setting('app.kept_session', true), '')::uuid;
    delete from public.remembered_devices where client_id = new.client_id and user_id = new.id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER users_end_grants AFTER UPDATE ON users FOR EACH ROW
  WHEN (old.security_version IS DISTINCT FROM new.security_version) EXECUTE FUNCTION gatehouse_end_grants();
--> statement-breakpoint
-- The same for all accounts of a client that is disabled. Whoever grants something holds the client's row meanwhile (FOR SHARE).
CREATE FUNCTION gatehouse_end_grants_of_client() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  delete from public.one_time_tokens where client_id = new.id;
  update public.sessions set revoked_at = now() where client_id = new.id and revoked_at is null;
  delete from public.remembered_devices where client_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER clients_end_grants AFTER UPDATE ON clients FOR EACH ROW
  WHEN (old.enabled AND NOT new.enabled) EXECUTE FUNCTION gatehouse_end_grants_of_client();
