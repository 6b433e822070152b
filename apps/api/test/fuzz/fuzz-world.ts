import type { EndpointName } from '@gatehouse/validation/endpoints/all'
import type { Sql } from 'postgres'
import type { QuestionAnswers } from '../../src/db/schema/questions.ts'
import type { CheckOutTokens } from '../../src/modules/check-in/check-out-token.ts'
import { newId } from '../../src/lib/ids.ts'
import { recordReading } from '../../src/modules/readings/record-reading.ts'
import type { TestApp } from '../build-test-app.ts'
import {
  makeApiKey,
  makeMethod,
  makeQuestion,
  makeRecipient,
  makeReportView,
  makeRole,
  makeSite,
  makeUser,
  makeWebhook,
} from '../factories.ts'
import { freshIp, goodPassword, otherPassword } from '../staff.ts'
import { type Holder, makeWorld, type World } from '../world.ts'
import type { Words } from './schema-values.ts'
import { DAY_MS } from '../../src/lib/durations.ts'

const VISITORS = 4
/** Long enough ago for a clock that is behind. */
const SIGNED_IN_EARLIER_MS = 600_000
const READINGS = 6

export interface FuzzWorld {
  world: World
  words: Words
  /**
   * Valid bodies, or queries where there is no body, for endpoints whose fields depend on each
   * other too much to be generated.
   */
  examples: Partial<Record<EndpointName, readonly object[]>>
  /** Parameters that belong together, which ids drawn independently seldom do. */
  paths: Partial<Record<EndpointName, readonly Record<string, string>[]>>
  checkOutTokens: CheckOutTokens
  /** The tokens of accepted check-outs. */
  checkedOut: Set<string>
  /** The emails of all signed-in actors, by actor. */
  emailOf: ReadonlyMap<string, string>
  /** Valid files for endpoints that take one. */
  files: Partial<Record<EndpointName, { type: string; bytes: Uint8Array }>>
  /** Restores the rights of the actors. */
  restoreRights(): Promise<void>
}

/**
 * The world of the access matrix with more data. All its ids, keys, tokens and emails are words for
 * generated values.
 */
export async function makeFuzzWorld(test: TestApp, sql: Sql): Promise<FuzzWorld> {
  const { db } = test.database
  const world = await makeWorld(test)
  const { a, b, holders, own } = world
  const emailOf = await givePasswords(test, sql, world)

  const asking = await makeSite(db, a.clientId, { questionsByUser: true })
  const askingMethod = await makeMethod(db, a.clientId, asking.id)
  const roles = [
    await makeRole(db, a.clientId, asking.id, 'Crew'),
    await makeRole(db, a.clientId, asking.id, 'Cast'),
  ]
  const pass = { text: 'Fine', action: 'pass' as const }
  const fail = { text: 'Not fine', action: 'fail' as const }
  const option = (id: string) => ({ id, desc: id, action: 'pass' as const })
  const question = (type: 'yes/no' | 'free text' | 'select' | 'multi-select', answers: QuestionAnswers) =>
    makeQuestion(db, a.clientId, asking.id, { type, text: `A ${type} question`, answers })
  const asked = [
    await question('yes/no', { yes: pass, no: fail }),
    await question('free text', null),
    await question('select', [option('car'), option('foot')]),
    await question('multi-select', [option('car'), option('foot')]),
  ]
  const oneQuestion = await makeSite(db, b.clientId)
  const freeText = await makeQuestion(db, b.clientId, oneQuestion.id, { type: 'free text', text: 'Whom?' })
  const oneQuestionMethod = await makeMethod(db, b.clientId, oneQuestion.id)
  const heat = await makeMethod(db, b.clientId, b.siteId, { useTemperature: true })

  const kiosk = await makeMethod(db, a.clientId, a.siteId, { type: 'kiosk', asksHost: true })

  const methods = [a.method, b.method, askingMethod, oneQuestionMethod, heat, kiosk, a.device, b.device]
  const sites = [a.siteId, a.otherSiteId, b.siteId, b.otherSiteId, asking.id, oneQuestion.id]
  const people = [a.userId, b.userId, ...Object.values(holders).map(({ userId }) => userId)]
  const belongings = Object.values(own).flatMap(({ sessionId, deviceId }) => [sessionId, deviceId])
  const codes: string[] = []
  for (let number = 0; number < READINGS; number += 1) {
    const context = { db, now: test.clock.now }
    codes.push((await recordReading(context, { methodId: heat.id, temperature: 36.6 })).code)
  }
  // Codes can be shown only while their set is prepared.
  await test.app.inject({
    method: 'POST',
    url: '/api/2fa/new-recovery-codes',
    headers: { authorization: `Bearer ${world.tokens['admin A']}` },
  })
  const points = await sql<{ id: string; site_id: string }[]>`
    insert into muster_points (client_id, id, site_id, name)
    select client_id, gen_random_uuid(), id, 'Lawn ' || n from sites, generate_series(1, 4) n
    where id = ${a.siteId} or id = ${asking.id} returning id, site_id`
  await sql`
    insert into site_external_apis (client_id, site_id, url)
    select client_id, id, 'https://receiver.example/' from sites where id = any(${sites})`
  const recipientIds: string[] = []
  const freeUserIds: string[] = []
  for (const { clientId } of [a, b])
    for (let number = 0; number < 3; number += 1) {
      const user = await makeUser(db, test.passwords, clientId)
      recipientIds.push((await makeRecipient(db, clientId, { userId: user.id })).id)
      freeUserIds.push((await makeUser(db, test.passwords, clientId)).id)
    }
  const reportViewIds: string[] = []
  for (const { clientId } of [a, a, a, a, b, b]) reportViewIds.push((await makeReportView(db, clientId)).id)
  const formerIds: string[] = []
  for (const { clientId } of [a, b])
    for (let number = 0; number < 6; number += 1)
      formerIds.push((await makeUser(db, test.passwords, clientId, { status: 'archived' })).id)
  const bans = await sql<{ id: string; client_id: string; exception_id: string; site_id: string }[]>`
    with made as (
      insert into bans (client_id, id, site_id, last_name, reason, from_at)
      select client_id, gen_random_uuid(), case when n > 2 then id end, 'Barred', 'Test', now() - interval '1 hour'
      from sites, generate_series(1, 4) n where id in (${a.siteId}, ${b.siteId}) returning client_id, id)
    insert into ban_exceptions (client_id, id, ban_id, site_id, reason, hours, asked_by, asked_at)
    select made.client_id, gen_random_uuid(), made.id, case when made.client_id = ${a.clientId} then ${a.siteId}::uuid else ${b.siteId}::uuid end,
      'Test', 1, ${a.userId}, now() from made
    returning client_id, ban_id as id, id as exception_id, site_id`
  const apiKeyIds: string[] = []
  for (const { clientId } of [a, b])
    for (let number = 0; number < 3; number += 1)
      apiKeyIds.push((await makeApiKey(db, test.keys.apiKeys, clientId)).id)
  const webhookIds: string[] = []
  const deliveryPaths: { id: string; deliveryId: string }[] = []
  for (const { clientId } of [a, b])
    for (let number = 0; number < 3; number += 1) {
      const { id } = await makeWebhook(db, clientId)
      webhookIds.push(id)
      for (let place = 0; place < 3; place += 1) {
        const deliveryId = newId()
        deliveryPaths.push({ id, deliveryId })
        await sql`insert into outbox (client_id, id, type, subject, webhook_id, event_id, failed_at)
          values (${clientId}, ${deliveryId}, 'webhook.test', 'x', ${id}, ${deliveryId}, now())`
      }
    }
  const musterIds: string[] = []
  for (const [token, siteId] of [
    [world.tokens['staff A'], a.siteId],
    [world.tokens['admin B'], b.siteId],
  ]) {
    const started = await test.app.inject({
      method: 'POST',
      url: '/api/musters',
      headers: { authorization: `Bearer ${token}` },
      payload: { site_id: siteId, drill: true },
    })
    musterIds.push(started.json<{ id: string }>().id)
  }
  const [musterId = ''] = musterIds
  const warden = {
    clientId: a.clientId,
    userId: holders['staff A'].userId,
    sessionId: own['staff A']?.sessionId ?? '',
  }
  const handIn = {
    token: test.keys.handInTokens.of({ ...warden, musterId }),
    marks: [],
  }
  const siteToken = test.keys.handInTokens.ofSite({ ...warden, siteId: a.siteId }, test.clock.now)
  for (const [actor, mine] of Object.entries(own))
    mine.visitId = await bringVisitor(sql, test.clock.now, holders[actor as keyof typeof holders])
  const checkedIn = await signVisitorsIn(test, [a.method.id, b.method.id])
  const listed = await sql<{ siteId: string; personId: string }[]>`
    select site_id as "siteId", coalesce(user_id, visit_id) as "personId" from presence`
  const signedIn = await sql<
    { id: string }[]
  >`select id from visits where client_id = ${a.clientId} order by id`
  const visitPaths = signedIn.map(({ id }) => ({ id }))
  const contactsOf = signedIn.map(({ id }) => ({ record: id }))
  const roleIds = roles.map(({ id }) => id)
  const questionIds = [...asked, freeText].map(({ id }) => id)
  const methodIds = methods.map(({ id }) => id)
  const bothCases = (ids: readonly string[]) => ids.flatMap((id) => [id, id.toUpperCase()])
  const now = test.clock.now.getTime()

  const ofSite = (ids: readonly string[], name: string, id = asking.id) =>
    ids.map((part) => ({ id, [name]: part }))
  const rolePaths = ofSite(roleIds, 'roleId')
  const pointPaths = ofSite(
    points.filter(({ site_id }) => site_id === asking.id).map(({ id }) => id),
    'pointId',
  )
  const devicePaths = [{ id: a.device.id }, { id: b.device.id }]
  const paths = {
    getLogRecord: visitPaths,
    correctVisit: visitPaths,
    updateReportView: reportViewIds.map((id) => ({ id })),
    deleteReportView: reportViewIds.map((id) => ({ id })),
    erasePerson: formerIds.map((key) => ({ key })),
    updateBan: bans.map(({ id }) => ({ id })),
    liftBan: bans.map(({ id }) => ({ id })),
    askBanException: bans.map(({ id }) => ({ id })),
    decideBanException: bans.map(({ id, exception_id: exceptionId }) => ({ id, exceptionId })),
    issuePairingCode: devicePaths,
    unpairDevice: devicePaths,
    commandDevice: devicePaths,
    replaceCartridge: devicePaths,
    resendWebhookDelivery: deliveryPaths,
    getWebhookDelivery: deliveryPaths,
    explainListing: listed.map(({ siteId, personId }) => ({ siteId, personId })),
    updateSite: [{ id: a.siteId }, { id: b.siteId }],
    setSiteQuestions: [{ id: asking.id }],
    updateQuestion: questionIds.map((id) => ({ id })),
    copyQuestion: questionIds.map((id) => ({ id })),
    updateSiteExternalApi: [{ id: a.siteId }, { id: b.siteId }],
    testSiteExternalApi: [{ id: a.siteId }, { id: b.siteId }],
    updateVisitorRole: rolePaths,
    deleteVisitorRole: rolePaths,
    updateMusterPoint: pointPaths,
    deleteMusterPoint: pointPaths,
  }
  const visitor = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156' }
  const answers = ['yes', ' Ada ', 'car', ['car', 'foot']]
  const questions = Object.fromEntries(asked.map(({ id }, index) => [id, { answer: answers[index] }]))
  const examples = {
    submitCheckIn: [
      { ...visitor, machineId: a.method.id, dependents: 0 },
      { ...visitor, machineId: askingMethod.id, role: roles[0]?.id, questions },
      { ...visitor, machineId: oneQuestionMethod.id, questions: { [freeText.id]: { answer: 'Ada' } } },
      { ...visitor, machineId: heat.id, verificationCode: codes[0] },
      { ...visitor, machineId: kiosk.id, signedInAt: test.clock.now.toISOString() },
      { ...visitor, machineId: kiosk.id, host: { name: 'Ada' } },
    ],
    findHosts: [{ id: kiosk.id, search: 'Ana' }],
    findOwnVisit: [{ firstName: 'Ana', lastName: 'Silva', mobileEnding: '156', machineId: kiosk.id }],
    reportKiosk: [{ machineId: kiosk.id, waiting: 3 }],
    handInMarks: [
      handIn,
      {
        ...handIn,
        marks: [{ id: newId(), person_id: newId(), state: 'safe', at: test.clock.now.toISOString() }],
      },
      { ...handIn, token: siteToken, started_at: test.clock.now.toISOString(), drill: true },
      { ...handIn, token: siteToken, muster_id: musterId },
    ],
    replaceClient: ['A-1', 'A-2', 'A-3'].map((number) => ({ name: 'Another name', company_no: number })),
    checkOutPeople: [
      { ids: [signedIn[0]?.id ?? newId()] },
      { ids: signedIn.map(({ id }) => id), reason: 'Closing', at: test.clock.now.toISOString() },
      { matching: { site: a.siteId }, reason: 'Closing' },
    ],
    undoCheckOut: [{ ids: signedIn.map(({ id }) => id) }],
    signInPerson: [a.method, oneQuestionMethod].map(({ id }) => ({
      method: id,
      first_name: 'Ona',
      last_name: 'Byrne',
      mobile: '0491570313',
      questions: { [freeText.id]: { answer: 'Ada' } },
      host: { name: 'Ada Lovelace' },
    })),
    correctVisit: [
      { note: 'Typed wrongly at the gate', first_name: 'Eva' },
      { note: 'With two children', dependents: 2 },
      { note: 'Left by the back door', signed_out_at: test.clock.now.toISOString() },
    ],
    erasePerson: [{ confirmation: 'Robin Tester' }, { confirmation: 'robin  TESTER' }],
    createBan: [a, b].map(({ siteId }, number) => ({
      first_name: 'Bo',
      last_name: 'Barred',
      mobile: '0491570157',
      site_id: number === 0 ? siteId : null,
      reason: 'Test',
    })),
    previewBan: [{ first_name: 'Ana', last_name: 'Silva', mobile: '0491570156', site_id: a.siteId }],
    updateBan: [{ reason: 'Another' }, { until: null }, { until: '2090-11-20T17:05' }],
    askBanException: [a, b].map(({ otherSiteId }) => ({ site_id: otherSiteId, hours: 2, reason: 'Test' })),
    decideBanException: [{ granted: true }, { granted: false }],
    createReportView: [
      { report: 'headcount', name: 'Today', site: a.siteId },
      { report: 'hours', name: 'Contractors', span: 1, role: 'Contractor' },
      {
        report: 'roll',
        name: 'Night',
        site: b.siteId,
        cadence: 'daily',
        recipients: [holders['admin B'].userId],
      },
    ],
    updateReportView: [{ name: 'Another' }, { span: 1 }, { time_of_day: '08:00', take_over: true }],
    createRecipient: freeUserIds.map((userId) => ({
      user_id: userId,
      events: ['banned'],
      channels: ['mail'],
    })),
    createQuestion: [
      { name: 'Host', text: 'Whom do you visit?', type: 'free text' },
      { name: 'Fever', text: 'Fever?', type: 'yes/no', answers: { yes: fail, no: pass }, sites: [asking.id] },
      {
        name: 'Journey',
        text: 'How?',
        type: 'select',
        answers: [
          { desc: 'Car', action: 'pass' },
          { desc: 'Foot', descs: { es: 'A pie' }, action: 'fail' },
        ],
      },
    ],
    updateQuestion: [{ name: 'Another name' }, { enabled: true }, { text: 'Another text' }],
    orderQuestions: [{ ids: asked.map(({ id }) => id) }, { ids: [freeText.id] }],
    copyQuestion: [{ site_id: asking.id }, { site_id: oneQuestion.id }],
    setSiteQuestions: [{ question_ids: [] }, { question_ids: asked.map(({ id }) => id) }],
    updateProfile: [...emailOf.values()].slice(0, 6).map((email) => ({
      first_name: 'Ana',
      last_name: 'Silva',
      email,
      mobile: '',
      language: 'es',
      password: goodPassword,
    })),
    updateRetention: [{ contact_days: 14 }, { answer_days: null, photo_days: 3650 }],
    updateSite: [
      { name: 'Hall' },
      { address: 'Quay 1', comments: '', installed_on: null },
      { low_temperature: 25, high_temperature: 45, opening_hours: [] },
    ],
    getHostAnswer: checkedIn.map((checkOutToken) => ({ checkOutToken })),
    getContactsReport: contactsOf,
    exportContactsReport: contactsOf,
    updateUser: [{ ppe: true }, { temperature: false, phone_extension: '12' }],
    createUser: [a, b].map(({ siteId }) => ({
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@new.example',
      access: [{ site_id: siteId, user_type: 'Staff' }],
    })),
  }

  return {
    world,
    examples,
    paths,
    emailOf,
    files: {
      putUserPhoto: { type: 'image/png', bytes: onePixel },
      putClientLogo: { type: 'image/png', bytes: onePixel },
      putSitePicture: { type: 'image/png', bytes: onePixel },
      importUsers: {
        type: 'text/csv',
        bytes: Buffer.from('first_name,last_name,email\r\nAna,Silva,ana@import.example\r\n'),
      },
    },
    restoreRights: await keepRights(
      sql,
      Object.values(holders).map(({ userId }) => userId),
    ),
    checkedOut: new Set(),
    checkOutTokens: test.keys.checkOutTokens,
    words: {
      '/me id': bothCases(belongings),
      '/client id': bothCases([a.clientId, b.clientId]),
      '/checkin id': bothCases(methodIds),
      '/sign-in-methods id': bothCases(methodIds),
      '/sites id': bothCases(sites),
      '/notification-recipients id': bothCases(recipientIds),
      '/reports id': bothCases(reportViewIds),
      record: bothCases(signedIn.map(({ id }) => id)),
      '/bans id': bothCases(bans.map(({ id }) => id)),
      '/people key': bothCases(formerIds),
      confirmation: ['Robin Tester', 'Ana Silva'],
      exceptionId: bothCases(bans.map(({ exception_id: id }) => id)),
      until: ['2090-11-20T17:05', new Date(now + DAY_MS).toISOString()],
      user_id: bothCases(freeUserIds),
      quiet_from: ['22:00', '00:00'],
      quiet_until: ['06:30'],
      '/api-keys id': bothCases(apiKeyIds),
      last_day: ['2090-11-20', '2199-12-31'],
      '/webhooks id': bothCases(webhookIds),
      '/access-log id': bothCases(signedIn.map(({ id }) => id)),
      '/presence ids': bothCases(signedIn.map(({ id }) => id)),
      '/presence method': bothCases(methodIds),
      at: ['2026-11-20T17:05', new Date(now).toISOString()],
      cursor: [`o.${now}.0.${newId()}`, `n.${now - DAY_MS}.2.${newId()}`],
      from: ['2026-01-01', new Date(now - DAY_MS).toISOString()],
      to: ['2026-12-31', new Date(now).toISOString()],
      question: bothCases(questionIds),
      signed_out_at: ['2026-11-20T17:05', new Date(now).toISOString()],
      '/questions id': bothCases(questionIds),
      roles: bothCases(roleIds),
      seen: bothCases(questionIds),
      chosen: bothCases([...roleIds, ...sites]),
      deliveryId: bothCases(deliveryPaths.map(({ deliveryId }) => deliveryId)),
      '/musters id': bothCases(musterIds),
      '/board id': bothCases(musterIds),
      roleId: bothCases(roleIds),
      personId: bothCases([...people]),
      person_id: bothCases([...people]),
      pointId: bothCases(points.map(({ id }) => id)),
      question_ids: bothCases(questionIds),
      installed_on: ['2026-01-31', '2024-02-29'],
      url: [
        'https://receiver.example/',
        'HTTPS://Receiver.example:8443/a?b=c#d',
        'http://receiver.example/',
        'https://127.0.0.1/',
      ],
      secret: ['a secret with enough letters'],
      opens: ['08:00', '00:00'],
      closes: ['17:30', '02:00'],
      machineId: bothCases(methodIds),
      method: methods.flatMap(({ key }) => [key, key.toLowerCase()]),
      site: bothCases(sites),
      siteId: bothCases(sites),
      site_id: bothCases(sites),
      accent: ['#015c5d', '#6B3ECB', '#eeeeee'],
      on_accent: ['#ffffff', '#FEFCF9', '#123456'],
      userId: bothCases(people),
      '/users id': bothCases([a.userId, b.userId]),
      ids: bothCases([
        ...methodIds,
        ...people,
        ...sites,
        ...questionIds,
        ...deliveryPaths.map(({ deliveryId }) => deliveryId),
      ]),
      employee_number: ['E-1', 'e-1', ''],
      phone_extension: ['', '4711'],
      reason: ['Left the company'],
      role: bothCases(roleIds),
      // The question ids in a record of answers, and their answers.
      questions: bothCases(questionIds),
      answer: ['yes', 'no', 'car', 'foot', 'Ada', ' two\n lines '],
      'idempotency-key': bothCases(methodIds),
      'if-match': ['"2026-11-20T03:04:05.678Z"', '"*"'],
      checkOutToken: checkedIn,
      time: [0, -1, -1000, 1000, -60_000, DAY_MS].map((offset) => new Date(now + offset).toISOString()),
      verificationCode: codes,
      code: codes,
      email: [...emailOf.values()].flatMap((email) => [email, email.toUpperCase()]),
      mobile: ['0491570156', '+61 491 570 157', ''],
      phone: ['0491570156', '+61 2 5550 1234', ''],
      password: [goodPassword, 'wrong'],
      newPassword: [otherPassword],
      language: ['en', 'en-au', 'es'],
      region: ['AU', 'PE'],
      time_zone: ['Australia/Sydney', 'America/Lima'],
    },
  }
}

/** Signs in a visitor of this host, at any site of the client. @returns the visit */
async function bringVisitor(sql: Sql, now: Date, { clientId, userId }: Holder): Promise<string> {
  const id = newId(now)
  await sql`
    with visit as (
      insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at)
      select ${clientId}, ${id}, min(id::text)::uuid, 'visitor', ${id}, 'Ana', 'Silva', ${now.toISOString()}::timestamptz
      from sites where client_id = ${clientId}
      returning site_id)
    insert into visit_hosts (client_id, visit_id, site_id, signed_in_at, user_id)
    select ${clientId}, ${id}, site_id, ${now.toISOString()}::timestamptz, ${userId} from visit`
  return id
}

/** Uses one hash for all, because hashing takes the most time. @returns the actors' emails */
async function givePasswords(
  test: TestApp,
  sql: Sql,
  { holders }: World,
): Promise<ReadonlyMap<string, string>> {
  const ids = Object.values(holders).map(({ userId }) => userId)
  await setPasswordHash(sql, ids, await test.passwords.hash(goodPassword))
  const rows = await sql<{ id: string; email: string }[]>`select id, email from users where id = any(${ids})`
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  return new Map(Object.entries(holders).map(([actor, { userId }]) => [actor, emails.get(userId) ?? '']))
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/**
 * Saves the rights of the actors. The expected access of each actor is only right while its
 * rights stay unchanged.
 * @returns a function that restores them, without triggers
 */
export async function keepRights(sql: Sql, ids: readonly string[]): Promise<() => Promise<void>> {
  const flags = await sql<{ id: string }[]>`
    select id, admin, site_admin, status, user_type, approval_access from users where id = any(${[...ids]})`
  const entries = await sql<
    { user_id: string }[]
  >`select * from access_entries where user_id = any(${[...ids]})`
  return async () => {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        update users set admin = kept.admin, site_admin = kept.site_admin, status = kept.status, user_type = kept.user_type,
          approval_access = kept.approval_access
        from jsonb_populate_recordset(null::users, ${sql.json(flags)}) as kept where users.id = kept.id`
      await tx`delete from access_entries where user_id = any(${[...ids]})`
      await tx`insert into access_entries select * from jsonb_populate_recordset(null::access_entries, ${sql.json(entries)})`
    })
  }
}

/** Sets passwords without triggers, which would end the sessions of the world. */
export async function setPasswordHash(sql: Sql, userIds: readonly string[], hash: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update users set password_hash = ${hash} where id = any(${[...userIds]})`
  })
}

/** @returns their check-out tokens */
async function signVisitorsIn(test: TestApp, machineIds: string[]): Promise<string[]> {
  const tokens: string[] = []
  const { now } = test.clock
  test.clock.now = new Date(now.getTime() - SIGNED_IN_EARLIER_MS)
  for (const machineId of machineIds) {
    for (let number = 0; number < VISITORS; number += 1) {
      const { json } = await test.app.inject({
        method: 'POST',
        url: '/api/checkin',
        remoteAddress: freshIp(),
        payload: { firstName: `Ana ${number}`, lastName: 'Silva', mobile: '0491570156', machineId },
      })
      tokens.push(json<{ checkOutToken: string }>().checkOutToken)
    }
  }
  test.clock.now = now
  return tokens
}
