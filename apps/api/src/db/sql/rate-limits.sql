-- A node with a slow clock (within CLOCK_TOLERANCE_SECONDS, 60 s) does not set back the time of
-- the last refill.
CREATE OR REPLACE FUNCTION gatehouse_take_for_member(
  of_bucket text, of_member text, at timestamptz, burst float8, per_second float8, wanted float8, life integer, most integer
) RETURNS float8
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
declare
  known rate_members;
  held float8;
begin
  select * into known from rate_members where bucket = of_bucket and member = of_member and expires_at > at;
  if not found then
    -- A concurrent call for the same member waits here, on the row, and finds it paid for below.
    insert into rate_buckets as b (key, tokens, updated_at) values (of_bucket, burst, at)
    on conflict (key) do update set updated_at = greatest(at, least(b.updated_at, at + interval '60 seconds')),
      tokens = least(burst, b.tokens + greatest(0, extract(epoch from at - b.updated_at)) * per_second)
    returning tokens into held;
    select * into known from rate_members where bucket = of_bucket and member = of_member and expires_at > at;
    if not found then
      if held < wanted then
        return held;
      end if;
      update rate_buckets set tokens = held - 1 where key = of_bucket;
      insert into rate_members as m (bucket, member, life_seconds, expires_at)
      values (of_bucket, of_member, life, at + make_interval(secs => life))
      on conflict (bucket, member) do update set life_seconds = excluded.life_seconds, expires_at = excluded.expires_at;
      delete from rate_members where bucket = of_bucket and member in
        (select m.member from rate_members m where m.bucket = of_bucket order by m.expires_at desc offset most);
      return held;
    end if;
  end if;
  -- A life is begun anew when a tenth of it is over, so that most uses write nothing.
  if known.expires_at < at + make_interval(secs => known.life_seconds * 0.9) then
    update rate_members set expires_at = at + make_interval(secs => life_seconds)
    where bucket = of_bucket and member = of_member;
  end if;
  return 'infinity';
end
$$;
