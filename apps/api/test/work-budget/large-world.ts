import { limits } from '@gatehouse/validation/limits'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { questionLimits } from '@gatehouse/validation/endpoints/questions'
import type { Sql } from 'postgres'
import type { TestApp } from '../build-test-app.ts'
import { fillLog } from '../fill-log.ts'
import type { FuzzWorld } from '../fuzz/fuzz-world.ts'

/** How many people are on the largest site, and on the list of its muster. */
const PEOPLE = 5000
const SITES = 1000
const METHODS = 1000
const DAYS = 31
const PEOPLE_OF_DAY = 1000
/**
 * An answer is sent in a body of at most 64 KB, so only a few of a person's answers are that long.
 */
const LONG_ANSWERS = 30
const LONG_RECORDS = 60
const CORRECTIONS = 200
/** The key of a person who came very often. */
const OFTEN = 'often'.padEnd(43, '_')
const WARDENS = 20
/** Room for the marks that are added during the measurement. */
const ROOM = 5000

export interface LargeWorld {
  /**
   * A Manager with the most access entries one person can have, besides the actors of the world.
   */
  manyEntriesId: string
  siteId: string
  /** A method that asks every question, and its key. */
  method: { id: string; key: string }
  /** An answer to each question of the site. */
  answers: Record<string, { version: number; answer: string[] }>
  ids: Record<
    | 'users'
    | 'sites'
    | 'methods'
    | 'questions'
    | 'roles'
    | 'points'
    | 'present'
    | 'clients'
    | 'deliveries'
    | 'recipients'
    | 'onRoll',
    string[]
  >
  musterId: string
  webhookId: string
  /** A visit with corrections and answers, and one of a person with very many. */
  visitId: string
  personKey: string
}

/** A UUIDv7 of a time. */
const idAt = (time: string) =>
  `(lpad(to_hex(floor(extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || 'a' || substr(md5(random()::text), 1, 15))::uuid`

const longText = (letters: number, unit = 'ǻ') => unit.repeat(letters)

/**
 * Gives client A of the world as many rows as the limits allow, and as many as a large venue has
 * where there is no limit.
 */
export async function enlarge(test: TestApp, sql: Sql, fuzz: FuzzWorld): Promise<LargeWorld> {
  const { a, holders } = fuzz.world
  const { clientId, siteId } = a
  const { now } = test.clock
  const at = now.toISOString()
  const adminId = holders['admin A'].userId

  const name = (letters: number) => longText(letters - 6)
  await sql.begin(async (tx) => {
    // Without triggers, which check each row.
    await tx`set local session_replication_role = replica`

    await tx`update sites set offline_users = true where client_id = ${clientId}`
    await tx`
      insert into sites (client_id, id, name, description, address, comments, installed_on, opening_hours)
      select ${clientId}, gen_random_uuid(), ${name(200)} || n, ${longText(2000)}, ${longText(200)}, ${longText(2000)}, '2020-01-31',
        (select jsonb_agg(jsonb_build_object('day', d, 'opens', '08:00', 'closes', '17:30')) from generate_series(1, 7) d)
      from generate_series(1, ${SITES}) n`
    await tx`
      insert into clients (id, name, company_no, street, suburb, state, post_code, country, phone)
      select gen_random_uuid(), ${name(200)} || n, 'Large ' || n, ${longText(200)}, ${longText(200)}, ${longText(200)}, ${longText(200)},
        ${name(200)} || n, '0491570156' from generate_series(1, ${SITES}) n`

    // The first half is on site, the site's other people are away.
    await tx`
      insert into users (client_id, id, email, email_key, first_name, last_name, mobile, employee_number, phone_extension, status,
        person_key, user_type, access_pin_hash, last_seen_at, last_seen_site_id)
      select ${clientId}, gen_random_uuid(), 'large' || n || '@' || repeat('x', 60) || '.' || repeat('x', 60) || '.example',
        'large' || n || '@' || repeat('x', 60) || '.' || repeat('x', 60) || '.example',
        ${name(40)} || n, ${name(40)} || n, '+614915' || lpad(n::text, 5, '0'), 'E' || lpad(n::text, 39, '0'), '1234567890', 'active',
        'user ' || n, 'Manager', decode(md5(n::text), 'hex'), ${at}::timestamptz, ${siteId}
      from generate_series(1, ${2 * PEOPLE}) n`
    await tx`
      insert into logins (email_key, client_id, user_id) select email_key, client_id, id from users
      where client_id = ${clientId} and email like 'large%'`
    await tx`
      insert into access_entries (client_id, user_id, site_id, user_type) select client_id, id, ${siteId}, 'Staff' from users
      where client_id = ${clientId} and email like 'large%'`
    await tx`
      insert into access_entries (client_id, user_id, site_id, user_type)
      select ${clientId}, users.id, sites.id, 'Manager'
      from (select id from users where client_id = ${clientId} and email like 'large%' order by folded_name, id
        limit ${limits.list.maxPerPage}) users,
        (select id from sites where client_id = ${clientId} and id <> ${siteId} order by id limit ${limits.accessEntries.most - 1}) sites`

    await tx.unsafe(
      `
      insert into presence (client_id, site_id, method_id, kind, user_id, person_key, first_name, last_name, mobile, dependents, role_name,
        visit_id, signed_in_at)
      select $1, $2, $3, case when n % 2 = 0 then 'user' else 'visitor' end, case when n % 2 = 0 then users.id end,
        case when n % 2 = 0 then users.person_key else 'visitor ' || n end, $4 || n, $4 || n, '+614915' || lpad(n::text, 5, '0'), n % 11,
        $5 || (n % 100), ${idAt('t.at')}, t.at
      from generate_series(1, ${PEOPLE}) n
        cross join lateral (select date_trunc('milliseconds', $6::timestamptz - n * interval '1 second') as at) t
        join users on users.client_id = $1 and users.person_key = 'user ' || n
      on conflict do nothing`,
      [clientId, siteId, a.method.id, name(40), longText(70), at],
    )
    await tx`
      insert into visits (client_id, id, site_id, method_id, kind, user_id, person_key, first_name, last_name, mobile, dependents,
        role_name, signed_in_at)
      select client_id, visit_id, site_id, method_id, kind, user_id, person_key, first_name, last_name, mobile, dependents, role_name,
        signed_in_at from presence where client_id = ${clientId} and site_id = ${siteId} and person_key ~ '^(user|visitor) '`
    const past = (people: number, rows: string) =>
      tx.unsafe(
        `
        insert into visits (client_id, id, site_id, method_id, kind, person_key, first_name, last_name, mobile, dependents, role_name,
          temperature, signed_in_at, signed_out_at, ended_as, ended_at)
        select $1, ${idAt('t.at')}, $2, $3, 'visitor', 'visitor ' || n, $4 || n, $4 || n, '+614915' || lpad(n::text, 5, '0'), 1,
          $5 || (n % 100), 36.6, t.at, t.at + interval '9 hours', 'checked_out', t.at + interval '9 hours'
        from (select 1 + (m * 7 + step * 163) % ${PEOPLE} as n, m, step from generate_series(1, ${people}) m, ${rows}) of_day
          cross join lateral (select date_trunc('milliseconds', $6::timestamptz) - of_day.m * interval '1 second' as at) base
          cross join lateral (select base.at - of_day.step * interval '1 day' as at) t`,
        [
          clientId,
          siteId,
          a.method.id,
          name(40),
          longText(70),
          new Date(now.getTime() - 10 * 3_600_000).toISOString(),
        ],
      )
    await past(PEOPLE_OF_DAY, `generate_series(0, ${DAYS - 1}) step`)
    await past(PEOPLE, `generate_series(40, 360, 30) step`)
    await tx`
      insert into log_people (client_id, person_key, folded_name, mobile, last_at)
      select distinct on (person_key) client_id, person_key, lower(last_name || ' ' || first_name), mobile, signed_in_at from visits
      where client_id = ${clientId} on conflict do nothing`

    await tx`
      insert into sign_in_methods (client_id, id, site_id, type, name, location, serial_number, kiosk_id, success_message)
      select ${clientId}, gen_random_uuid(), ${siteId}, 'kiosk', ${name(80)} || n, ${longText(80)}, 'S' || n, ${longText(80)},
        jsonb_build_object('en', ${longText(2000)}::text, 'en-au', ${longText(2000)}::text, 'es', ${longText(2000)}::text)
      from generate_series(1, ${METHODS}) n`
    await tx`
      insert into kiosk_reports (client_id, method_id, waiting, reported_at) select client_id, id, 9999, ${at}::timestamptz
      from sign_in_methods where client_id = ${clientId} and type = 'kiosk' on conflict do nothing`
    await tx`
      insert into visitor_roles (client_id, id, site_id, name, names, position)
      select ${clientId}, gen_random_uuid(), ${siteId}, ${name(80)} || n,
        jsonb_build_object('en', ${longText(80)}::text, 'en-au', ${longText(80)}::text, 'es', ${longText(80)}::text), n
      from generate_series(1, ${limits.site.parts}) n`
    await tx`
      insert into muster_points (client_id, id, site_id, name, place)
      select ${clientId}, gen_random_uuid(), ${siteId}, ${name(80)} || n, ${longText(200)} from generate_series(5, ${limits.site.parts}) n`

    await addQuestions(tx, clientId, siteId, name)
    await addMuster(tx, { clientId, siteId, at })
    await addRecords(tx, clientId, siteId, adminId, at)
    await fillLog(tx)
    await addManaged(tx, clientId, adminId, at)
    await addRollups(tx, clientId, siteId, at)
  })
  await sql`analyze`

  const idsOf = async (query: string) =>
    (await sql.unsafe<{ id: string }[]>(query, [clientId])).map(({ id }) => id)
  const [manyEntries = ''] = await idsOf(
    `select user_id as id from access_entries where client_id = $1 group by user_id having count(*) = ${limits.accessEntries.most} limit 1`,
  )
  const [muster] = await sql<{ id: string }[]>`
    select id from musters where client_id = ${clientId} and site_id = ${siteId} and ended_at is null`
  const [webhook] = await sql<{ id: string }[]>`
    select webhook_id as id from outbox where client_id = ${clientId} and type = 'site.updated' and webhook_id is not null limit 1`
  const [long] = await sql<{ id: string; person_key: string }[]>`
    select id, person_key from visits where client_id = ${clientId} and answers <> '[]' order by id desc limit 1`
  const options = await sql<{ id: string; option: string }[]>`
    select question_id as id, answers -> 0 ->> 'id' as option from question_versions
    where client_id = ${clientId} and name like 'ǻ%'`
  return {
    manyEntriesId: manyEntries,
    siteId,
    method: a.method,
    answers: Object.fromEntries(options.map(({ id, option }) => [id, { version: 1, answer: [option] }])),
    ids: {
      users: await idsOf(
        `select id from users where client_id = $1 and email like 'large%' order by folded_name, id limit 4000`,
      ),
      sites: await idsOf(
        `select id from sites where client_id = $1 and installed_on = '2020-01-31' order by id`,
      ),
      methods: await idsOf(
        `select id from sign_in_methods where client_id = $1 and type = 'kiosk' and serial_number <> '' order by id`,
      ),
      questions: await idsOf(
        `select id from questions where client_id = $1 and position > 0 order by position, id`,
      ),
      roles: await idsOf(
        `select id from visitor_roles where client_id = $1 and position > 0 order by position`,
      ),
      recipients: await idsOf('select id from notification_recipients where client_id = $1 order by id'),
      onRoll: await idsOf(
        `select person_id as id from muster_roll where client_id = $1 order by person_id desc limit 1000`,
      ),
      points: await idsOf(`select id from muster_points where client_id = $1 and site_id = '${siteId}'`),
      present: await idsOf(
        `select visit_id as id from presence where client_id = $1 and person_key like 'visitor %'`,
      ),
      clients: (await sql<{ id: string }[]>`select id from clients where company_no like 'Large%'`).map(
        ({ id }) => id,
      ),
      deliveries: await idsOf(
        `select id from outbox where client_id = $1 and type = 'site.updated' and webhook_id is not null limit 500`,
      ),
    },
    musterId: muster?.id ?? '',
    webhookId: webhook?.id ?? '',
    visitId: long?.id ?? '',
    personKey: long?.person_key ?? '',
  }
}

type Bulk = Parameters<Parameters<Sql['begin']>[1]>[0]

/** As many questions as one site can ask, each with the most and longest options. */
async function addQuestions(tx: Bulk, clientId: string, siteId: string, name: (letters: number) => string) {
  const { options, optionCharacters, textCharacters, nameCharacters } = questionLimits
  await tx`
    insert into questions (client_id, id, position) select ${clientId}, gen_random_uuid(), n
    from generate_series(1, ${limits.site.questions}) n`
  await tx`
    insert into question_versions (client_id, question_id, version, type, name, description, text, texts, answers)
    select client_id, id, 1, 'multi-select', ${name(nameCharacters)} || position, ${longText(2000)}, ${longText(textCharacters)},
      jsonb_build_object('en', ${longText(textCharacters)}::text, 'es', ${longText(textCharacters)}::text),
      (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'desc', ${longText(optionCharacters - 4, 'x')} || n,
          'descs', jsonb_build_object('es', ${longText(optionCharacters - 4, 'x')} || n), 'action', 'pass'))
        from generate_series(1, ${options.max}) n)
    from questions where client_id = ${clientId} and position > 0`
  await tx`
    insert into question_sites (client_id, question_id, site_id) select client_id, id, ${siteId} from questions
    where client_id = ${clientId} and position > 0`
  await tx`
    insert into question_roles (client_id, question_id, role_id) select q.client_id, q.id, r.id from questions q, visitor_roles r
    where q.client_id = ${clientId} and q.position > 0 and r.client_id = q.client_id and r.site_id = ${siteId}`
}

interface AddedMuster {
  clientId: string
  siteId: string
  at: string
}

/** A running muster with all people on its list, and as many marks as allowed. */
async function addMuster(tx: Bulk, { clientId, siteId, at }: AddedMuster) {
  const [muster] = await tx<{ id: string }[]>`
    select id from musters where client_id = ${clientId} and site_id = ${siteId} and ended_at is null`
  const id = muster?.id ?? ''
  await tx`
    insert into muster_roll (client_id, muster_id, person_id, person_key, kind, visit_id, signed_in_at, first_name, last_name, mobile,
      role, employee_number, phone_extension, dependents, version)
    select client_id, ${id}, coalesce(user_id, visit_id), person_key, kind, visit_id, signed_in_at, first_name, last_name, mobile,
      role_name, ${longText(40)}, '1234567890', dependents, 1
    from presence where client_id = ${clientId} and site_id = ${siteId} on conflict do nothing`
  const wardens = await tx<{ id: string }[]>`
    select id from users where client_id = ${clientId} and email like 'large%' order by id limit ${WARDENS}`
  const { marks, notesOfPerson, textCharacters, flaggedMarks } = musterLimits
  const mark = (state: string, people: string, text: string, flagged = false) =>
    tx.unsafe(
      `
      insert into muster_marks (client_id, muster_id, id, person_id, state, made_at, made_by, targets, text, received_at, is_flagged, version)
      select $1, $2, ${idAt('$3::timestamptz')}, person_id, '${state}', $3::timestamptz - n * interval '1 millisecond',
        ($4::uuid[])[1 + n % ${WARDENS}], '{}', $5, $3::timestamptz - interval '1 hour', ${flagged}, 2
      from (${people}) marked`,
      [clientId, id, at, wardens.map((warden) => warden.id), text],
    )
  const roll = `(select person_id, row_number() over (order by person_id) as n from muster_roll where client_id = $1 and muster_id = $2) roll`
  await mark('safe', `select person_id, n from ${roll} where n <= ${PEOPLE}`, '')
  const left = marks - PEOPLE - ROOM
  const noted = Math.floor(left / 2 / notesOfPerson)
  await mark(
    'note',
    `select person_id, n * 100 + note as n from ${roll}, generate_series(1, ${notesOfPerson}) note where n <= ${noted}`,
    longText(textCharacters),
  )
  await mark('help_needed', `select person_id, n from ${roll} where n <= ${Math.floor(left / 4)}`, '')
  await mark('help_given', `select person_id, n from ${roll} where n <= ${Math.floor(left / 4)}`, '')
  await mark(
    'note',
    `select person_id, note as n from ${roll}, generate_series(1, ${flaggedMarks}) note where n = 1`,
    longText(textCharacters),
    true,
  )
}

/**
 * Visits with as many answers as a site asks, one with very many corrections, and a person who
 * came very often.
 */
async function addRecords(tx: Bulk, clientId: string, siteId: string, adminId: string, at: string) {
  const answers = `(
    select jsonb_agg(jsonb_build_object('question_id', gen_random_uuid(), 'version', 1, 'type', 'free text', 'question_text', $3::text,
      'answer', case when n <= ${LONG_ANSWERS} then $4 else 'yes' end,
      'answer_text', case when n <= ${LONG_ANSWERS} then $4 else 'yes' end, 'failed', false))
    from generate_series(1, ${limits.site.questions}) n)`
  await tx.unsafe(
    `
    with answered as materialized (select ${answers} as answers)
    insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, mobile, answers, signed_in_at, signed_out_at,
      ended_as, ended_at)
    select $1, ${idAt('t.at')}, $2, 'visitor', '${OFTEN}', 'Often', 'Here', '+61491570156', answered.answers, t.at, t.at + interval '1 minute',
      'checked_out', t.at + interval '1 minute'
    from generate_series(1, ${LONG_RECORDS}) n cross join answered
      cross join lateral (select date_trunc('milliseconds', $5::timestamptz - n * interval '2 minutes') as at) t`,
    [clientId, siteId, longText(500, 'x'), longText(2000, 'x'), at],
  )
  const values = JSON.stringify({ first_name: longText(40), last_name: longText(40), mobile: '+61491570156' })
  await tx`
    insert into log_corrections (client_id, id, at, site_id, visit_id, signed_in_at, corrected_by, before, after, note)
    select visit.client_id, gen_random_uuid(), ${at}::timestamptz - n * interval '1 second', site_id, visit.id, signed_in_at, ${adminId},
      ${values}::text::jsonb, ${values}::text::jsonb, ${longText(limits.reasonCharacters)}
    from (select * from visits where client_id = ${clientId} and person_key = ${OFTEN} order by id desc limit 1) visit,
      generate_series(1, ${CORRECTIONS}) n`
}

/**
 * What administrators list: the audit log, webhooks, keys, recipients, reports, bans,
 * notifications and sessions.
 */
async function addManaged(tx: Bulk, clientId: string, adminId: string, at: string) {
  const access = `(select jsonb_agg(jsonb_build_object('site_id', id, 'user_type', 'Manager'))
    from (select id from sites where client_id = $1 limit ${limits.accessEntries.most}) s)`
  await tx.unsafe(
    `
    with entries as materialized (select ${access} as access)
    insert into audit_entries (client_id, id, at, actor_kind, actor_id, action, target_kind, target_id, details)
    select $1, gen_random_uuid(), $2::timestamptz - n * interval '1 second', 'staff', $3, 'user.updated', 'user', $3,
      jsonb_build_object('before', jsonb_build_object('access', entries.access), 'after', jsonb_build_object('access', entries.access))
    from generate_series(1, 200) n, entries`,
    [clientId, at, adminId],
  )
  await tx`
    insert into outbox (client_id, id, type, subject, webhook_id, event_id, payload, delivered_at, attempted_at, outcome, status, response)
    select ${clientId}, gen_random_uuid(), 'site.updated', 'site:' || s.id, w.id, gen_random_uuid(),
      jsonb_build_object('kind', 'site', 'id', s.id), null, ${at}::timestamptz, 'error_status', 500,
      ${longText(limits.webhooks.keptResponseCharacters)}
    from (select id from webhooks where client_id = ${clientId} order by id limit 1) w,
      (select id from sites where client_id = ${clientId}) s`
  await tx`
    insert into outbox (client_id, id, type, subject, payload, delivered_at)
    select ${clientId}, gen_random_uuid(), 'site.updated', 'site:' || id, jsonb_build_object('kind', 'site', 'id', id), ${at}::timestamptz
    from sites where client_id = ${clientId}`
  await tx`
    insert into outbox (client_id, id, type, subject, failed_at, failure)
    select ${clientId}, gen_random_uuid(), 'mail.invitation', id, ${at}::timestamptz, '550' from users where client_id = ${clientId}
    limit 1000`
  await tx`
    insert into outbox (client_id, id, type, subject, payload)
    select ${clientId}, gen_random_uuid(), 'mail.alert', 'alert:' || r.user_id, '{"event": "banned"}'
    from (select user_id from notification_recipients where client_id = ${clientId} order by id limit 1) r, generate_series(1, 1000)`
  await tx`
    insert into api_keys (client_id, id, name, prefix, key_hash, scopes, created_by, revoked_at)
    select ${clientId}, gen_random_uuid(), ${longText(80)}, 'gh_' || n, decode(md5(n::text), 'hex'), '{users:read}', ${adminId},
      ${at}::timestamptz
    from generate_series(1, 200) n`
  await tx`
    insert into notification_recipients (client_id, id, user_id, events, channels, repeat_minutes)
    select ${clientId}, gen_random_uuid(), id, '{banned,overdue}', '{bell,mail}', 10 from users
    where client_id = ${clientId} and email like 'large%' order by id limit 200`
  await tx`
    insert into notification_recipient_sites (client_id, recipient_id, site_id)
    select r.client_id, r.id, s.id from notification_recipients r,
      (select id from sites where client_id = ${clientId} order by id limit ${limits.notifications.sites}) s
    where r.client_id = ${clientId} on conflict do nothing`
  await tx`
    insert into report_views (client_id, id, owner_id, name, report, span, recipients)
    select ${clientId}, gen_random_uuid(), ${adminId}, ${longText(74)} || n, 'headcount', 0,
      array(select id from users where client_id = ${clientId} and email like 'large%' limit ${limits.reports.recipients})
    from generate_series(1, ${limits.reports.views - 10}) n`
  await tx`
    insert into bans (client_id, id, person_key, first_name, last_name, mobile, reason, from_at, created_by)
    select ${clientId}, gen_random_uuid(), 'visitor ' || n, ${longText(36)} || n, ${longText(36)} || n, '+61491570156',
      ${longText(limits.reasonCharacters)}, ${at}::timestamptz - interval '1 day', ${adminId} from generate_series(1, 1000) n`
  await tx`
    insert into ban_exceptions (client_id, id, ban_id, site_id, reason, hours, asked_by, asked_at, is_granted, decided_at)
    select b.client_id, gen_random_uuid(), b.id, s.id, ${longText(limits.reasonCharacters)}, 24, ${adminId}, ${at}::timestamptz, false,
      ${at}::timestamptz
    from bans b, (select id from sites where client_id = ${clientId} order by id limit 50) s
    where b.client_id = ${clientId}`
  await tx`
    insert into notifications (client_id, id, user_id, kind, level, values)
    select ${clientId}, gen_random_uuid(), ${adminId}, 'banned', 'warning', jsonb_build_object('site', ${longText(200)}::text)
    from generate_series(1, 1000)`
  await tx`
    insert into sessions (client_id, id, user_id, authenticated, created_at, last_seen_at, expires_at)
    select ${clientId}, gen_random_uuid(), ${adminId}, true, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz + interval '1 hour'
    from generate_series(1, 200)`
}

/**
 * A year of figures of the client and of as many sites as Home compares, with all roles and methods
 * of the largest one.
 */
async function addRollups(tx: Bulk, clientId: string, siteId: string, at: string) {
  await tx.unsafe(
    `
    with counts as materialized (
      select jsonb_build_object('visitor', 500, 'user', 500)
        || (select jsonb_object_agg('role:' || id, 5) from visitor_roles where client_id = $1 and site_id = $2)
        || (select jsonb_object_agg('method:' || id, 5) from (
          select id from sign_in_methods where client_id = $1 and site_id = $2 limit 100) m) as counts),
      scopes as (select $1::uuid as id, '{"visitor": 500, "user": 500}'::jsonb as counts union all select $2::uuid, counts from counts
        union all select id, '{"visitor": 5, "user": 5}'::jsonb from (
          select id from sites where client_id = $1 and id <> $2 order by id limit 240) s)
    insert into rollups (client_id, scope_id, granularity, starts_at, counts, stays)
    select $1, scopes.id, g.name, date_trunc(g.unit, $3::timestamptz) - step * ('1 ' || g.unit)::interval, scopes.counts,
      '{"0": 5, "10": 9}'
    from scopes, (values ('day', 'day', 400), ('month', 'month', 13)) g (name, unit, most), generate_series(0, 400) step
    where step < g.most on conflict do nothing`,
    [clientId, siteId, at],
  )
}
