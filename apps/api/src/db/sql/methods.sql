-- Whether a method's site is archived is stored with the method, so that lists of
-- methods need no join.
CREATE OR REPLACE FUNCTION gatehouse_mark_method() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  -- The lock waits for a site that is being archived, and blocks archiving until the
  -- method is stored.
  select status = 'archived' into new.site_archived from public.sites
    where client_id = new.client_id and id = new.site_id for share;
  new.site_archived := coalesce(new.site_archived, false);
  return new;
end
$$;

CREATE OR REPLACE TRIGGER sign_in_methods_mark BEFORE INSERT OR UPDATE OF site_id, site_archived ON sign_in_methods FOR EACH ROW
  EXECUTE FUNCTION gatehouse_mark_method();

CREATE OR REPLACE FUNCTION gatehouse_mark_methods_of_site() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
begin
  update public.sign_in_methods set site_archived = new.status = 'archived' where client_id = new.client_id and site_id = new.id;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER sites_mark_methods AFTER UPDATE OF status ON sites FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status)
  EXECUTE FUNCTION gatehouse_mark_methods_of_site();
