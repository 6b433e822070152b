-- A sign-in that reopens a site writes an audit entry, a notice, and an event for webhooks. A
-- check-in is one statement, which does not report the reopening to the application. So their ids
-- are made here: UUIDv7, as in the application.
CREATE OR REPLACE FUNCTION gatehouse_follow_arrivals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  reopened jsonb;
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, list
    from arrived cross join lateral (values ('on_site'), (case when user_id is not null then 'away' end)) as changed (list)
    where list is not null
    on conflict do nothing;
  with changed as (
    update public.sites set status = 'active', last_modified = greatest(last_modified + interval '1 millisecond', arrived.signed_in_at)
      from arrived
      where sites.client_id = arrived.client_id and sites.id = arrived.site_id and sites.status = 'archived'
      returning sites.client_id, sites.id, sites.last_modified as at
  )
  select jsonb_agg(to_jsonb(changed)) into reopened from changed;
  if reopened is null then
    return null;
  end if;
  with stamped as (
    select client_id, id, at, kind,
      encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid as new_id
    from jsonb_to_recordset(reopened) as site (client_id uuid, id uuid, at timestamptz)
    cross join (values ('audit'), ('notice'), ('event')) as record (kind)
  ), audited as (
    insert into public.audit_entries (client_id, id, at, actor_kind, action, target_kind, target_id, details)
      select client_id, new_id, at, 'system', 'site.restored', 'site', id,
        '{"before": {"status": "archived"}, "after": {"status": "active"}}'
      from stamped where kind = 'audit'
  )
  insert into public.outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, new_id, 'notice.site_reopened', 'notice:' || id, jsonb_build_object('site', id), at, at, at
    from stamped where kind = 'notice'
    union all
    select client_id, new_id, 'site.restored', 'site:' || id,
      jsonb_build_object('kind', 'site', 'id', id, 'actor_id', null), at, at, at
    from stamped
    where kind = 'event' and exists (
      select from public.webhooks
      where webhooks.client_id = stamped.client_id and webhooks.enabled and 'site.restored' = any(webhooks.events));
  return null;
end
$$;

CREATE OR REPLACE TRIGGER presence_arrivals AFTER INSERT ON presence REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_arrivals();

-- A transaction records each list once, so the triggers ignore conflicts.
-- The list of people who are away has users only: a visitor does not change it.
CREATE OR REPLACE FUNCTION gatehouse_record_presence_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
declare
  is_user constant boolean := coalesce(new.user_id, old.user_id) is not null;
begin
  if tg_op <> 'DELETE' then
    insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'on_site') on conflict do nothing;
    if is_user then
      insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'away') on conflict do nothing;
    end if;
  end if;
  if tg_op = 'DELETE' or old.site_id <> new.site_id then
    insert into public.board_changes (client_id, site_id, list) values (old.client_id, old.site_id, 'on_site') on conflict do nothing;
    if is_user then
      insert into public.board_changes (client_id, site_id, list) values (old.client_id, old.site_id, 'away') on conflict do nothing;
    end if;
  end if;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER presence_board_change AFTER UPDATE OR DELETE ON presence FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_presence_change();

-- A person assumed to have left is no longer in presence. A departure that they or staff report
-- later changes the roll of a muster.
CREATE OR REPLACE FUNCTION gatehouse_record_told_departure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'on_site') on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER visits_told_departure AFTER UPDATE OF ended_as ON visits FOR EACH ROW
  WHEN (old.ended_as = 'assumed_left' AND new.ended_as IS DISTINCT FROM old.ended_as)
  EXECUTE FUNCTION gatehouse_record_told_departure();

-- A sign-in writes its row together with the presence, which marks the board as changed. Only later
-- deletions need their own mark.
CREATE OR REPLACE FUNCTION gatehouse_record_host_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, 'on_site' from gone
    on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER visit_hosts_board_change AFTER DELETE ON visit_hosts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_record_host_change();

-- Each write of a roll or of marks increments the version of the muster, so this
-- covers all of them.
CREATE OR REPLACE FUNCTION gatehouse_record_muster_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.site_id, 'muster') on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER musters_board_change AFTER INSERT OR UPDATE ON musters FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_muster_change();

-- A user is on the boards of the sites where they are or have an access entry. Another transaction
-- may be adding an entry that is invisible to this one. So the change counts for every site of the
-- client, recorded with the nil UUID.
CREATE OR REPLACE FUNCTION gatehouse_record_user_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select new.client_id, '00000000-0000-0000-0000-000000000000', list from unnest(array['on_site', 'away']) as list
    on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER users_board_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((old.status, old.first_name, old.last_name, old.job_title, old.employee_number, old.mobile, old.phone_extension, old.photo_key)
    IS DISTINCT FROM (new.status, new.first_name, new.last_name, new.job_title, new.employee_number, new.mobile, new.phone_extension, new.photo_key))
  EXECUTE FUNCTION gatehouse_record_user_change();

-- Every check-in of a user changes when they were last seen, so this counts only for the sites of
-- the user's access entries. None is missed: a change of an entry also updates the user's row
-- (access_entries_security_version), where the two transactions wait for each other.
CREATE OR REPLACE FUNCTION gatehouse_record_last_seen() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select client_id, site_id, 'away' from public.access_entries where client_id = new.client_id and user_id = new.id
    on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER users_last_seen_board_change AFTER UPDATE ON users FOR EACH ROW
  WHEN (old.last_seen_at IS DISTINCT FROM new.last_seen_at)
  EXECUTE FUNCTION gatehouse_record_last_seen();

CREATE OR REPLACE FUNCTION gatehouse_record_site_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list) values (new.client_id, new.id, 'away') on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER sites_board_change AFTER UPDATE ON sites FOR EACH ROW
  WHEN (old.offline_users IS DISTINCT FROM new.offline_users)
  EXECUTE FUNCTION gatehouse_record_site_change();

-- What the portal shows of devices. A beat alone changes nothing of it.
CREATE OR REPLACE FUNCTION gatehouse_record_device_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    values (coalesce(new.client_id, old.client_id), '00000000-0000-0000-0000-000000000000', 'devices')
    on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER devices_change AFTER INSERT OR DELETE ON devices FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_device_change();

CREATE OR REPLACE TRIGGER devices_state_change AFTER UPDATE ON devices FOR EACH ROW
  WHEN ((old.connection_id, old.token_hash, old.serial_number, old.kiosk_id, old.versions, old.settings_version, old.settings_accepted,
      old.settings_reason, old.low_pressure_since, old.filter_cartridge_since)
    IS DISTINCT FROM (new.connection_id, new.token_hash, new.serial_number, new.kiosk_id, new.versions, new.settings_version,
      new.settings_accepted, new.settings_reason, new.low_pressure_since, new.filter_cartridge_since))
  EXECUTE FUNCTION gatehouse_record_device_change();

-- The portal counts the paired tablets of a kiosk.
CREATE OR REPLACE TRIGGER paired_kiosks_change AFTER INSERT OR DELETE ON paired_kiosks FOR EACH ROW
  EXECUTE FUNCTION gatehouse_record_device_change();

-- Once for each statement: an import changes many entries, and would write each user for every one.
CREATE OR REPLACE FUNCTION gatehouse_follow_access_entries() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select distinct client_id, site_id, 'away' from changed on conflict do nothing;
  update public.users set security_version = security_version + 1
    where (client_id, id) in (select client_id, user_id from changed);
  return null;
end
$$;

CREATE OR REPLACE TRIGGER access_entries_deleted AFTER DELETE ON access_entries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_access_entries();

CREATE OR REPLACE TRIGGER access_entries_inserted AFTER INSERT ON access_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_access_entries();

CREATE OR REPLACE FUNCTION gatehouse_follow_changed_access_entries() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  insert into public.board_changes (client_id, site_id, list)
    select client_id, site_id, 'away' from (select client_id, site_id from before union select client_id, site_id from after) as entry
    on conflict do nothing;
  update public.users set security_version = security_version + 1
    where (client_id, id) in (select client_id, user_id from before union select client_id, user_id from after);
  return null;
end
$$;

CREATE OR REPLACE TRIGGER access_entries_updated AFTER UPDATE ON access_entries REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_follow_changed_access_entries();
