-- The account type of a user. Each type has an index, so the number of entries does not matter.
CREATE OR REPLACE FUNCTION gatehouse_user_type(of_client uuid, of_user uuid) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  select case
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user and user_type = 'Manager') then 'Manager'
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user and user_type = 'Staff') then 'Staff'
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user and user_type = 'Device') then 'Device'
    when exists (select from public.access_entries where client_id = of_client and user_id = of_user) then 'Guest'
  end
$$;

REVOKE ALL ON FUNCTION gatehouse_user_type(of_client uuid, of_user uuid) FROM PUBLIC;

GRANT ALL ON FUNCTION gatehouse_user_type(of_client uuid, of_user uuid) TO gatehouse_runtime;

CREATE OR REPLACE FUNCTION gatehouse_set_user_type() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  new.user_type := case when new.admin or new.site_admin then 'Admin' else public.gatehouse_user_type(new.client_id, new.id) end;
  return new;
end
$$;

CREATE OR REPLACE TRIGGER users_user_type_insert BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION gatehouse_set_user_type();

-- Every change of the flags and of the entries moves the security version.
CREATE OR REPLACE TRIGGER users_user_type_update BEFORE UPDATE ON users FOR EACH ROW
  WHEN (old.security_version IS DISTINCT FROM new.security_version)
  EXECUTE FUNCTION gatehouse_set_user_type();

-- The security version of an account. Triggers increment it, so no statement that changes an
-- account can omit it. Whatever was proven before (a password, a code, a link) is compared with it
-- in the transaction that grants something for it.
CREATE OR REPLACE FUNCTION gatehouse_move_security_version() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  new.security_version := old.security_version + 1;
  return new;
end
$$;

CREATE OR REPLACE TRIGGER users_security_version BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((old.password_hash, old.email_key, old.status, old.admin, old.site_admin)
    IS DISTINCT FROM (new.password_hash, new.email_key, new.status, new.admin, new.site_admin))
  EXECUTE FUNCTION gatehouse_move_security_version();

-- For the tables that belong to an account. OLD is null at an insert, NEW at a delete.
CREATE OR REPLACE FUNCTION gatehouse_move_security_version_of_user() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  update public.users set security_version = security_version + 1
    where client_id = coalesce(new.client_id, old.client_id) and id in (old.user_id, new.user_id);
  return null;
end
$$;

CREATE OR REPLACE TRIGGER recovery_code_sets_security_version_delete AFTER DELETE ON recovery_code_sets FOR EACH ROW
  WHEN (old.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();

CREATE OR REPLACE TRIGGER recovery_code_sets_security_version_insert AFTER INSERT ON recovery_code_sets FOR EACH ROW
  WHEN (new.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();

CREATE OR REPLACE TRIGGER recovery_code_sets_security_version_update AFTER UPDATE ON recovery_code_sets FOR EACH ROW
  WHEN (old.enabled_at IS DISTINCT FROM new.enabled_at) EXECUTE FUNCTION gatehouse_move_security_version_of_user();

CREATE OR REPLACE TRIGGER totp_methods_security_version_delete AFTER DELETE ON totp_methods FOR EACH ROW
  WHEN (old.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();

-- A method counts once it is enabled: preparing one, and using a code, do not change the version.
CREATE OR REPLACE TRIGGER totp_methods_security_version_insert AFTER INSERT ON totp_methods FOR EACH ROW
  WHEN (new.enabled_at IS NOT NULL) EXECUTE FUNCTION gatehouse_move_security_version_of_user();

CREATE OR REPLACE TRIGGER totp_methods_security_version_update AFTER UPDATE ON totp_methods FOR EACH ROW
  WHEN (old.enabled_at IS DISTINCT FROM new.enabled_at) EXECUTE FUNCTION gatehouse_move_security_version_of_user();

-- Ends earlier grants of an account. Links end with every version; sessions and remembered devices
-- with the password and when the account is no longer active; device cookies with the password. A
-- transaction that changes a password can keep one session by naming it in app.kept_session.
CREATE OR REPLACE FUNCTION gatehouse_end_grants() RETURNS trigger
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

CREATE OR REPLACE TRIGGER users_end_grants AFTER UPDATE ON users FOR EACH ROW
  WHEN (old.security_version IS DISTINCT FROM new.security_version) EXECUTE FUNCTION gatehouse_end_grants();

-- Logins lock the row of their client FOR SHARE, and PostgreSQL lets new sharers overtake a waiting
-- update: under constant logins a client could never be disabled. Advisory locks are granted in
-- order. Each transaction that grants something shares this one, and an update of `enabled` takes
-- it exclusively before it locks a row.
CREATE OR REPLACE FUNCTION gatehouse_wait_for_grants() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  perform pg_advisory_xact_lock(hashtextextended('grants', 0));
  return null;
end
$$;

CREATE OR REPLACE TRIGGER clients_wait_for_grants BEFORE UPDATE OF enabled ON clients FOR EACH STATEMENT
  EXECUTE FUNCTION gatehouse_wait_for_grants();

-- Locks an account for a transaction that grants something to it, or ends grants: first the shared
-- advisory lock, then the client, then the user.
CREATE OR REPLACE FUNCTION gatehouse_lock_account(of_client uuid, of_user uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  client public.clients;
  account public.users;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('grants', 0));
  select * into client from public.clients where id = of_client for share;
  select * into account from public.users where client_id = of_client and id = of_user for no key update;
  if client.id is null or account.id is null then return null; end if;
  return jsonb_build_object(
    'clientEnabled', client.enabled, 'twoStepRequiredFor', client.two_step_required_for,
    'securityVersion', account.security_version, 'status', account.status, 'email', account.email,
    'admin', account.admin, 'siteAdmin', account.site_admin, 'mustChangePassword', account.change_password);
end
$$;

REVOKE ALL ON FUNCTION gatehouse_lock_account(of_client uuid, of_user uuid) FROM PUBLIC;

GRANT ALL ON FUNCTION gatehouse_lock_account(of_client uuid, of_user uuid) TO gatehouse_runtime;

-- The same for all accounts of a disabled client. Transactions that grant something hold the
-- client's row (FOR SHARE).
CREATE OR REPLACE FUNCTION gatehouse_end_grants_of_client() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  delete from public.one_time_tokens where client_id = new.id;
  update public.sessions set revoked_at = now() where client_id = new.id and revoked_at is null;
  delete from public.remembered_devices where client_id = new.id;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER clients_end_grants AFTER UPDATE ON clients FOR EACH ROW
  WHEN (old.enabled AND NOT new.enabled) EXECUTE FUNCTION gatehouse_end_grants_of_client();
