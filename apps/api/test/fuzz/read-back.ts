import type { EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { NewApiKey } from '@gatehouse/validation/endpoints/api-keys'
import { ClientChanges } from '@gatehouse/validation/endpoints/client'
import { MethodInput } from '@gatehouse/validation/endpoints/sign-in-methods'
import { ExternalApiChanges } from '@gatehouse/validation/endpoints/external-api'
import { MusterPointChanges } from '@gatehouse/validation/endpoints/muster-points'
import { QuestionChanges } from '@gatehouse/validation/endpoints/questions'
import { SiteChanges } from '@gatehouse/validation/endpoints/sites'
import { channelsByEvent } from '@gatehouse/validation/channels-by-event'
import { Recipient, RecipientChanges } from '@gatehouse/validation/endpoints/notification-recipients'
import { ReportViewChanges } from '@gatehouse/validation/endpoints/report-views'
import { RoleChanges } from '@gatehouse/validation/endpoints/visitor-roles'
import { WebhookChanges } from '@gatehouse/validation/endpoints/webhooks'
import { readMilliseconds } from '@gatehouse/validation/instants'
import { serverLimits } from '@gatehouse/validation/limits'
import { normaliseName } from '@gatehouse/validation/names'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { unnamedKiosk } from '../../src/db/schema/sign-in-methods.ts'
import type { Sql } from 'postgres'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { TestApp } from '../build-test-app.ts'
import { freshIp, goodPassword } from '../staff.ts'
import type { ActorName } from '../world.ts'
import { type FuzzWorld, setPasswordHash } from './fuzz-world.ts'

/** An accepted request and the parsed body of its response. */
export interface Accepted {
  test: TestApp
  sql: Sql
  fuzz: FuzzWorld
  actor: ActorName
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
  result: Record<string, unknown>
  /** Calls as the same actor. */
  get(path: string): Promise<{ status: number; body: unknown }>
}

type ReadBack = (accepted: Accepted) => Promise<void>

/** The call stores nothing of its input. */
const nothingKept: ReadBack = async () => {}

type WritingEndpointName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? never : Name
}[EndpointName]

/**
 * How to read back what an endpoint accepted. A new writing endpoint without an entry
 * does not compile.
 */
type Shown = Record<'id' | 'date' | 'last_modified', string>

export const readBacks: Record<WritingEndpointName, ReadBack> = {
  login: nothingKept,
  renewToken: async ({ get }) => expect((await get('/board/sites')).status).toBe(200),
  logout: async ({ get }) => expect((await get('/me')).status).toBe(401),
  logOutEverywhere: async ({ get }) => expect((await get('/me')).status).toBe(401),
  verifyTwoStep: nothingKept,
  newTotpMethod: nothingKept,
  newRecoveryCodes: nothingKept,
  confirmTotpMethod: nothingKept,
  enableTwoStep: nothingKept,
  cancelTwoStep: nothingKept,
  countBreaches: nothingKept,
  forgotPassword: nothingKept,
  validateResetToken: nothingKept,
  resetPassword: nothingKept,
  validateFirstAdmin: nothingKept,
  createFirstAdmin: nothingKept,
  verifyEmail: nothingKept,
  findUserData: nothingKept,
  findOwnVisit: nothingKept,
  pairKiosk: nothingKept,
  findStayEnd: nothingKept,
  // No person in this world signed in on several phones.
  undoDeparture: nothingKept,
  findHosts: nothingKept,
  getHostAnswer: nothingKept,
  answerVisitor: async ({ sql, params: { id = '' }, body: { answer } }) => {
    expect(await sql`select answer from visit_hosts where visit_id = ${id}`).toEqual([{ answer }])
  },
  reportKiosk: async ({ sql, body: { machineId, kiosk, waiting } }) => {
    const id = asText(machineId).toLowerCase()
    const tablet = kiosk === undefined ? unnamedKiosk : asText(kiosk).toLowerCase()
    const kept = await sql<{ kiosk: string; waiting: number }[]>`
      select kiosk, waiting from kiosk_reports where method_id = ${id}`
    const own = kept.filter(({ kiosk: name }) => name === tablet)
    // A full list drops its oldest entry, by the node's clock.
    if (own.length > 0 || kept.length < serverLimits.kiosksOfMethod) expect(own).toMatchObject([{ waiting }])
  },
  createSignInMethod: readMethod,
  updateSignInMethod: readMethod,
  renewMethodKey: async ({ sql, params: { id = '' }, result }) => {
    const live = await sql`select key from method_keys where method_id = ${id} and retired_at is null`
    expect(live).toEqual([{ key: result['key'] }])
  },
  issuePairingCode: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select 1 from pairing_codes where method_id = ${id}`).toHaveLength(1)
  },
  unpairDevice: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select 1 from devices where method_id = ${id}`).toHaveLength(0)
    expect(await sql`select 1 from paired_kiosks where method_id = ${id}`).toHaveLength(0)
  },
  commandDevice: async ({ sql, params: { id = '' }, body: { command } }) => {
    const asked = await sql`select command from device_commands where method_id = ${id}`
    expect(asked).toContainEqual({ command })
  },
  replaceCartridge: async ({ result }) => {
    expect(result['device']).toMatchObject({ low_pressure_since: null, filter_cartridge_since: null })
  },
  changeSignInMethods: async ({ sql, body: { action, ids, site_id: siteId }, result }) => {
    const blocked = (result['blocked'] as { id: string }[]).map(({ id }) => id)
    const named = ((ids as string[] | undefined) ?? []).map((id) => id.toLowerCase())
    const changed = named.filter((id) => !blocked.includes(id))
    const rows = await sql<{ enabled: boolean; site_id: string; retired: boolean }[]>`
      select enabled, site_id, retired_at is not null as retired from sign_in_methods where id = any(${changed}::uuid[])`
    const hasChanged = {
      enable: rows.every(({ enabled, retired }) => enabled && !retired),
      disable: rows.every(({ enabled, retired }) => !enabled && !retired),
      move: rows.every((row) => row.site_id === asText(siteId).toLowerCase()),
      retire: rows.every(({ retired }) => retired),
    }
    expect(hasChanged[asText(action) as keyof typeof hasChanged]).toBe(true)
  },
  changePassword: readPassword,
  updateProfile: readProfile,
  updateClient: readClient,
  putClientLogo: async ({ sql, params: { id = '' }, result }) => {
    const [row] = await sql`select logo from clients where id = ${id.toLowerCase()}`
    expect(row?.['logo']).toBe(result['logo'])
  },
  deleteClientLogo: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select logo from clients where id = ${id.toLowerCase()}`).toEqual([{ logo: null }])
  },
  replaceClient: readClient,
  createClient: readClient,
  enableClients: nothingKept,
  enableAllClients: nothingKept,
  inviteClientAdmin: async ({ sql, params: { id = '' }, result }) => {
    const [row] = await sql`select expires_at from client_invitations where client_id = ${id}`
    expect(row?.['expires_at'].toISOString()).toBe(result['expires_at'])
  },
  closeFirstStep: async ({ params: { step }, body, result }) => {
    const { steps } = result as { steps: { step: string; state: string }[] }
    const found = steps.find((one) => one.step === step)
    expect([body['state'], 'done']).toContain(found?.state)
  },
  updateRetention: async ({ sql, body, result }) => {
    const [row] = await sql`
      select contact_retention_days as contact_days, answer_retention_days as answer_days,
        temperature_retention_days as temperature_days, photo_retention_days as photo_days
      from clients where name = ${asText(result['client_name'])} and last_modified = ${asText(result['last_modified'])}`
    expect(row).toMatchObject(body)
  },
  updateSignInPolicy: async ({ sql, result }) => {
    const at = asText(result['last_modified'])
    const { last_modified: _, ...policy } = result
    // Two clients may have been changed at the same moment.
    const rows = await sql`
      select two_step_required_for, board_without_two_step, check_out_others from clients where last_modified = ${at}`
    expect(rows).toContainEqual(policy)
    // Otherwise the sessions of the world would need a second factor.
    await sql`update clients set two_step_required_for = '{}' where last_modified = ${at}`
  },
  erasePerson: async ({ sql, params: { key = '' }, result }) => {
    const [user] = await sql`select email, first_name, last_name, password_hash from users where id = ${key}`
    expect(user).toEqual({ email: '', first_name: '', last_name: '', password_hash: null })
    const [entry] = await sql`select action from audit_entries where id = ${asText(result['id'])}`
    expect(entry?.['action']).toBe('person.erased')
  },
  createBan: readBan,
  updateBan: readBan,
  previewBan: nothingKept,
  liftBan: async ({ sql, params: { id = '' }, result }) => {
    const [row] = await sql`select lifted_at from bans where id = ${id}`
    expect(row?.['lifted_at'].toISOString()).toBe(result['lifted_at'])
  },
  askBanException: async ({ sql, params: { id = '' }, body: { site_id: siteId, hours } }) => {
    const rows = await sql`
      select hours from ban_exceptions where ban_id = ${id} and site_id = ${asText(siteId)} and is_granted is null`
    expect(rows).toEqual([{ hours }])
  },
  decideBanException: async ({ sql, params: { exceptionId = '' } }) => {
    const [row] = await sql`select decided_at from ban_exceptions where id = ${exceptionId}`
    expect(row?.['decided_at']).not.toBeNull()
  },
  createReportView: readReportView,
  updateReportView: readReportView,
  deleteReportView: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select from report_views where id = ${id}`).toEqual([])
  },
  createRecipient: readRecipient,
  updateRecipient: readRecipient,
  deleteRecipient: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select from notification_recipients where id = ${id}`).toEqual([])
  },
  testRecipient: async ({ sql, params: { id = '' } }) => {
    const [entry] = await sql`
      select action from audit_entries where target_id = ${id} order by id desc limit 1`
    expect(entry?.['action']).toBe('notification_recipient.tested')
  },
  createApiKey: async ({ sql, body, result }) => {
    const [row] = await sql<Record<string, unknown>[]>`
      select name, scopes from api_keys where id = ${asText(result['id'])}`
    const { name, scopes } = v.parse(NewApiKey, body)
    expect(row).toEqual({ name, scopes })
  },
  revokeApiKey: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select 1 from api_keys where id = ${id} and revoked_at is null`).toEqual([])
  },
  createWebhook: readWebhook,
  updateWebhook: readWebhook,
  deleteWebhook: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select from webhooks where id = ${id}`).toEqual([])
  },
  rotateWebhookSecret: async ({ sql, params: { id = '' }, result }) => {
    const [row] = await sql`select previous_secret_until from webhooks where id = ${id}`
    expect(row?.['previous_secret_until'].toISOString()).toBe(result['previous_secret_until'])
  },
  testWebhook: readDelivery,
  resendWebhookDelivery: readDelivery,
  changeDeadLetters: async ({ sql, body: { ids }, result }) => {
    const blocked = (result['blocked'] as { id: string }[]).map(({ id }) => id)
    const named = ((ids as string[] | undefined) ?? []).map((id) => id.toLowerCase())
    const sent = named.filter((id) => !blocked.includes(id))
    expect(await sql`select from outbox where id = any(${sent}::uuid[]) and failed_at is not null`).toEqual(
      [],
    )
  },
  createSite: readSite,
  updateSite: readSite,
  putSitePicture: async ({ sql, params: { id = '' }, result }) => {
    const [row] = await sql`select picture from sites where id = ${id.toLowerCase()}`
    expect(row?.['picture']).toBe(result['picture'])
  },
  deleteSitePicture: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select picture from sites where id = ${id.toLowerCase()}`).toEqual([{ picture: null }])
  },
  createVisitorRole: readRole,
  updateVisitorRole: readRole,
  deleteVisitorRole: async ({ sql, params: { roleId = '' } }) => {
    expect(await sql`select id from visitor_roles where id = ${roleId}`).toEqual([])
  },
  setSiteQuestions: async ({ sql, params: { id = '' }, body }) => {
    const ids = (body['question_ids'] as string[]).map((one) => one.toLowerCase())
    const rows = await sql<
      { question_id: string }[]
    >`select question_id from question_sites where site_id = ${id}`
    expect(new Set(rows.map((row) => row.question_id))).toEqual(new Set(ids))
  },
  createQuestion: readQuestion,
  updateQuestion: readQuestion,
  orderQuestions: async ({ sql, body, result }) => {
    const [first = ''] = body['ids'] as string[]
    const rows = await sql<{ id: string }[]>`
      select id from questions where archived_at is null
        and client_id = (select client_id from questions where id = ${first.toLowerCase()}) order by position, id`
    expect(result['ids']).toEqual(rows.map(({ id }) => id))
  },
  copyQuestion: async ({ sql, body, result }) => {
    const rows = await sql<{ site_id: string }[]>`
      select site_id from question_sites where question_id = ${asText(result['id'])}`
    expect(rows).toEqual([{ site_id: asText(body['site_id']).toLowerCase() }])
  },
  changeQuestions: async ({ sql, body: { action, ids }, result }) => {
    const blocked = (result['blocked'] as { id: string }[]).map(({ id }) => id)
    const named = ((ids as string[] | undefined) ?? []).map((id) => id.toLowerCase())
    const changed = named.filter((id) => !blocked.includes(id))
    const rows = await sql<{ enabled: boolean; archived: boolean }[]>`
      select enabled, archived_at is not null as archived from questions where id = any(${changed}::uuid[])`
    for (const { enabled, archived } of rows)
      expect({ enable: enabled, disable: !enabled, archive: archived, restore: !archived }).toMatchObject({
        [asText(action)]: true,
      })
  },
  createMusterPoint: readPoint,
  updateMusterPoint: readPoint,
  deleteMusterPoint: async ({ sql, params: { pointId = '' } }) => {
    expect(await sql`select id from muster_points where id = ${pointId}`).toEqual([])
  },
  startMuster: async ({ sql, body, result }) => {
    const rows = await sql`select site_id from musters where id = ${asText(result['id'])}`
    expect(rows).toEqual([{ site_id: asText(body['site_id']).toLowerCase() }])
  },
  addMusterMarks: async ({ sql, params: { id = '' }, body }) =>
    readMarks(sql, Object.values(body) as { id: string }[], id.toLowerCase()),
  handInMarks: async ({ sql, body: { marks } }) => readMarks(sql, marks as { id: string }[]),
  getOwnMuster: nothingKept,
  saySafe: async ({ result }) => {
    const { muster } = result as { muster: { saidSafe: boolean } | null }
    expect(muster?.saidSafe ?? true).toBe(true)
  },
  endMuster: async ({ sql, params: { id = '' }, result }) => {
    const rows = await sql<{ ended_at: Date }[]>`select ended_at from musters where id = ${id.toLowerCase()}`
    expect(rows.map((row) => row.ended_at.toISOString())).toEqual([result['ended_at']])
  },
  updateSiteExternalApi: async ({ sql, params: { id = '' }, body, result }) => {
    const [row] = await sql<Record<string, unknown>[]>`
      select *, encrypted_secret is not null as is_set from site_external_apis where site_id = ${id.toLowerCase()}`
    const { secret, ...fields } = v.parse(ExternalApiChanges, body)
    for (const [name, value] of Object.entries(fields)) {
      expect(row?.[name], name).toEqual(value)
      expect(result[name], name).toEqual(value)
    }
    if (secret !== undefined)
      expect([row?.['is_set'], result['secret_set_at'] !== null]).toEqual([secret !== null, secret !== null])
  },
  testSiteExternalApi: async ({ sql, params: { id = '' }, result }) => {
    const rows =
      await sql`select test_outcome as outcome from site_external_apis where site_id = ${id.toLowerCase()}`
    expect(rows).toEqual([{ outcome: (result['last_test'] as { outcome: string }).outcome }])
  },
  changeSites: async ({ sql, body: { action, ids }, result }) => {
    const blocked = (result['blocked'] as { id: string }[]).map(({ id }) => id)
    const named = ((ids as string[] | undefined) ?? []).map((id) => id.toLowerCase())
    const rows = await sql<{ status: string }[]>`
      select distinct status from sites where id = any(${named.filter((id) => !blocked.includes(id))}::uuid[])`
    for (const { status } of rows) expect(status).toBe(action === 'archive' ? 'archived' : 'active')
  },
  validateInvitation: nothingKept,
  acceptInvitation: nothingKept,
  submitCheckIn: readCheckIn,
  checkOut: readCheckOut,
  async clearNotifications({ get, query: { through, as_of: asOf } }) {
    const { status, body } = await get('/me/notifications')
    expect(status).toBe(200)
    const seenAt = typeof asOf === 'string' ? readMilliseconds(asOf) : undefined
    const hasGrown = ({ date, last_modified: at }: Shown) =>
      at !== date && seenAt !== undefined && Number(readMilliseconds(at)) > seenAt
    const isCleared = (one: Shown) =>
      (typeof through !== 'string' || one.id <= through.toLowerCase()) && !hasGrown(one)
    expect((body as Shown[]).filter(isCleared)).toEqual([])
  },
  createUser: readUser,
  correctVisit: async (accepted) => readCorrection(accepted),
  checkOutPeople: readCheckOuts,
  undoCheckOut: async ({ sql, body, result }) => {
    const rows = await presentAmong(sql, doneOf(body, result))
    expect(rows).toBe(result['done'])
  },
  signInPerson: readSignIn,
  updateUser: readUser,
  putUserPhoto: async ({ sql, params: { id = '' } }) => {
    const [row] = await sql`select photo_key from users where id = ${id.toLowerCase()}`
    expect(row?.['photo_key']).toMatch(/\.webp$/)
  },
  deleteUserPhoto: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select photo_key from users where id = ${id.toLowerCase()}`).toEqual([
      { photo_key: null },
    ])
  },
  importUsers: async ({ sql, result }) => {
    const rows = await sql`delete from users where email = 'ana@import.example' returning id`
    if (rows.length > 0) expect(result).toMatchObject({ rows: 1, created: 1, faults: [] })
  },
  inviteUser: async ({ sql, params: { id = '' } }) => {
    expect(
      await sql`select from outbox where type = 'mail.invitation' and subject = ${id.toLowerCase()}`,
    ).not.toEqual([])
  },
  resetTwoStep: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select from totp_methods where user_id = ${id.toLowerCase()}`).toEqual([])
  },
  resetUserPin: async ({ sql, result, params: { id = '' } }) => {
    expect(result['pin']).toMatch(/^\d{8}$/)
    const [row] = await sql`select access_pin_hash from users where id = ${id}`
    expect(row?.['access_pin_hash']).toHaveLength(32)
  },
  changeUsers: async ({ sql, fuzz, body, result }) => {
    const blocked = (result['blocked'] as { id: string }[]).map(({ id }) => id)
    const status = statusAfter[asText(body['action'])]
    const ids = ((body['ids'] ?? []) as string[]).map((id) => id.toLowerCase())
    const done = ids.filter((id) => !blocked.includes(id))
    const unchanged = (result['unchanged'] as string[] | undefined) ?? []
    if (Array.isArray(body['ids']))
      expect(result['done']).toBe(new Set(done.filter((id) => !unchanged.includes(id))).size)
    const rows = await sql`select status from users where id = any(${done})`
    for (const row of rows) expect(row['status']).toBe(status)
    await fuzz.restoreRights()
  },
  undoAccountTypes: async ({ sql, fuzz, body, result }) => {
    const { users } = body as { users: { id: string; admin: boolean }[] }
    const blocked = new Set((result['blocked'] as { id: string }[]).map(({ id }) => id))
    for (const { id, admin } of users.filter((user) => !blocked.has(user.id.toLowerCase()))) {
      const [row] = await sql`select admin from users where id = ${id.toLowerCase()}`
      expect(row?.['admin']).toBe(admin)
    }
    await fuzz.restoreRights()
  },
  revokeOwnSession: async ({ sql, params: { id = '' } }) => {
    const [row] = await sql`select revoked_at from sessions where id = ${id}`
    expect(row?.['revoked_at']).toBeInstanceOf(Date)
  },
  forgetDevice: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select id from remembered_devices where id = ${id}`).toEqual([])
  },
}

const statusAfter: Record<string, string> = {
  set_account_type: 'active',
  reset_pins: 'active',
  archive: 'archived',
  restore: 'active',
  approve: 'active',
  reopen: 'pending',
  reject: 'rejected',
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

async function readPassword({ test, sql, fuzz, actor, body }: Accepted): Promise<void> {
  const email = fuzz.emailOf.get(actor)
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: freshIp(),
    payload: { email, password: body['newPassword'] },
  })
  expect(statusCode).toBe(200)
  const hash = await test.passwords.hash(goodPassword)
  if (actor !== 'anonymous') await setPasswordHash(sql, [fuzz.world.holders[actor].userId], hash)
}

async function readProfile({ body, result, get }: Accepted): Promise<void> {
  const stored = (await get('/me')).body as Record<string, unknown>
  expect(stored).toEqual(result)
  const mobile = asText(body['mobile']).trim()
  const email = asText(body['email']).trim()
  expect(stored).toMatchObject({
    first_name: normaliseName(asText(body['first_name'])),
    last_name: normaliseName(asText(body['last_name'])),
    language: body['language'],
    mobile: mobile === '' ? null : toE164(mobile, 'AU'),
  })
  // A new email waits for its link. Another spelling of the present one is stored at once.
  const isPresent = email.toLowerCase() === asText(stored['email']).toLowerCase()
  expect(stored[isPresent ? 'email' : 'pending_email']).toBe(email)
}

async function readUser({ sql, fuzz, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`select * from users where id = ${asText(result['id'])}`
  const stored: Record<string, unknown> = { ...row, temperature: row?.['temperature_check'] }
  for (const [name, value] of Object.entries(body)) {
    if (name === 'access' || name === 'invite') continue
    const text = asText(value)
    const kept =
      name === 'mobile' ? (toE164(text, 'AU') ?? '') : typeof value === 'string' ? normaliseName(text) : value
    expect(stored[name], name).toBe(kept)
  }
  if (Array.isArray(body['access'])) expect(result['access']).toHaveLength(body['access'].length)
  await fuzz.restoreRights()
}

async function readClient({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`select * from clients where id = ${asText(result['id'])}`
  for (const [name, value] of Object.entries(v.parse(ClientChanges, body))) {
    const kept = name === 'phone' && value !== '' ? toE164(asText(value), asText(result['region'])) : value
    expect(row?.[name], name).toBe(kept)
    expect(result[name], name).toBe(kept)
  }
}

async function readMethod({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`
    select * from sign_in_methods where id = ${asText(result['id'])}`
  for (const [name, value] of Object.entries(v.parse(v.partial(MethodInput), body))) {
    expect(row?.[name] ?? null, name).toEqual(value)
  }
}

async function readSite({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`
    select *, installed_on::text as installed_on, low_temperature::float8 as low_temperature, high_temperature::float8 as high_temperature
    from sites where id = ${asText(result['id'])}`
  for (const [name, value] of Object.entries(v.parse(SiteChanges, body))) {
    expect(row?.[name], name).toEqual(value)
    expect(result[name], name).toEqual(value)
  }
}

async function readWebhook({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<
    Record<string, unknown>[]
  >`select * from webhooks where id = ${asText(result['id'])}`
  for (const [name, value] of Object.entries(v.parse(WebhookChanges, body))) {
    expect(row?.[name], name).toEqual(value)
    expect(result[name], name).toEqual(value)
  }
}

async function readBan({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`
    select reason, site_id, from_at, until_at, last_name from bans where id = ${asText(result['id'])}`
  const { reason, site_id: siteId } = body
  if (reason !== undefined) expect(row?.['reason']).toBe(normaliseName(asText(reason).trim()))
  if (siteId !== undefined)
    expect(row?.['site_id']).toBe(siteId === null ? null : asText(siteId).toLowerCase())
  expect(row).toMatchObject({
    reason: result['reason'],
    site_id: result['site_id'],
    last_name: result['last_name'],
  })
}

async function readReportView({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`
    select name, cadence, weekday, month_day, time_of_day, next_due_at is null as has_no_time
    from report_views where id = ${asText(result['id'])}`
  const { name, cadence, weekday, month_day, time_of_day } = v.parse(ReportViewChanges, settingsOfView(body))
  for (const [field, value] of Object.entries({ name, cadence, weekday, month_day, time_of_day })) {
    if (value === undefined) continue
    expect(row?.[field], field).toEqual(value)
    expect(result[field], field).toEqual(value)
  }
  expect(row?.['has_no_time']).toBe(row?.['cadence'] === null)
}

const settingsOfView = ({ report: _, ...settings }: Accepted['body']) => settings

async function readRecipient({ sql, body, result }: Accepted): Promise<void> {
  const id = asText(result['id'])
  const [row] = await sql<Record<string, unknown>[]>`select * from notification_recipients where id = ${id}`
  const { user_id: _, ...fields } = body
  const { sites, channels_by_event: own, ...others } = v.parse(RecipientChanges, fields)
  for (const [name, value] of Object.entries(others)) {
    // Channels that no event uses are left out.
    const expected = name === 'channels' && own ? row?.[name] : value
    expect(row?.[name], name).toEqual(expected)
    expect(result[name], name).toEqual(expected)
  }
  const { events, channels, channels_by_event: pairs } = v.parse(Recipient, result)
  if (own || others.events || others.channels) expect(pairs).toEqual(channelsByEvent(events, channels, own))
  if (!sites) return
  const stored = await sql<{ id: string }[]>`
    select site_id as id from notification_recipient_sites where recipient_id = ${id}`
  expect(stored.map((site) => site.id).toSorted()).toEqual(sites.toSorted())
}

async function readDelivery({ sql, result }: Accepted): Promise<void> {
  const rows = await sql`
    select delivered_at, failed_at from outbox where id = ${asText(result['id'])} and queue = 'webhook'`
  expect(rows).toEqual([{ delivered_at: null, failed_at: null }])
}

async function readRole({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<
    Record<string, unknown>[]
  >`select * from visitor_roles where id = ${asText(result['id'])}`
  const { position: _, ...fields } = v.parse(RoleChanges, body)
  for (const [name, value] of Object.entries(fields)) {
    expect(row?.[name], name).toEqual(value)
    expect(result[name], name).toEqual(value)
  }
}

async function readQuestion({ sql, body, result }: Accepted): Promise<void> {
  const id = asText(result['id'])
  const [row] = await sql<Record<string, unknown>[]>`
    select questions.*, v.name, v.description, v.text, v.texts, v.type, v.answers,
      array(select site_id from question_sites where question_id = questions.id) as sites,
      array(select role_id from question_roles where question_id = questions.id) as roles,
      array(select method_id from question_methods where question_id = questions.id) as methods
    from questions join question_versions v on v.question_id = questions.id and v.version = questions.version
    where questions.id = ${id}`
  const { answers, roles, sites, methods, confirmed: _, ...fields } = v.parse(QuestionChanges, body)
  for (const [name, value] of Object.entries(fields)) {
    expect(row?.[name], name).toEqual(value)
    expect(result[name], name).toEqual(value)
  }
  for (const [name, ids] of Object.entries({ roles, sites, methods }))
    if (ids) expect(new Set(row?.[name] as string[]), name).toEqual(new Set(ids))
  if (answers) expect(row?.['answers']).toMatchObject(answers)
}

async function readPoint({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<
    Record<string, unknown>[]
  >`select * from muster_points where id = ${asText(result['id'])}`
  for (const [name, value] of Object.entries(v.parse(MusterPointChanges, body))) {
    expect(row?.[name], name).toEqual(value)
    expect(result[name], name).toEqual(value)
  }
}

async function readCheckIn({ sql, fuzz, body, result }: Accepted): Promise<void> {
  const visit = fuzz.checkOutTokens.read(asText(result['checkOutToken']))
  // A wrong code gets 200 too, and stores nothing.
  expect(visit !== undefined).toBe(result['invalidCode'] === false)
  if (!visit) return
  const [row] = await sql<Record<string, unknown>[]>`
    select *, signed_in_at as at from visits where client_id = ${visit.scope.clientId} and id = ${visit.visitId}`
  const given = body['questions'] as Record<string, { answer: unknown }> | undefined
  expect(row).toMatchObject({
    first_name: normaliseName(asText(body['firstName'])),
    last_name: normaliseName(asText(body['lastName'])),
    mobile: toE164(asText(body['mobile']), 'AU'),
    at: new Date(asText(result['submissionTime']) as `${string}Z`),
  })
  // A person who signs in again from another phone keeps their dependants.
  expect(row?.['dependents']).toBeGreaterThanOrEqual((body['dependents'] as number | undefined) ?? 0)
  for (const kept of (row?.['answers'] ?? []) as { question_id: string; type: string; answer: unknown }[]) {
    const [, sent] =
      Object.entries(given ?? {}).findLast(([id]) => id.toLowerCase() === kept.question_id) ?? []
    if (kept.type === 'multi-select')
      expect(new Set(kept.answer as string[])).toEqual(new Set(sent?.answer as string[]))
    else expect(kept.answer).toBe(asText(sent?.answer).trim())
  }
}

async function readCheckOut({ sql, fuzz, body, result, test }: Accepted): Promise<void> {
  const token = asText(body['checkOutToken'])
  const visit = fuzz.checkOutTokens.read(token)
  const [row] = await sql<{ signed_out_at: Date }[]>`
    select signed_out_at from visits
    where client_id = ${visit?.scope.clientId ?? ''} and id = ${visit?.visitId ?? ''}`
  expect(result['time']).toBe(row?.signed_out_at.toISOString())
  if (fuzz.checkedOut.has(token)) return
  fuzz.checkedOut.add(token)
  const asked = Temporal.Instant.from(asText(body['time']).toUpperCase()).epochMilliseconds
  expect(row?.signed_out_at.getTime()).toBe(Math.min(asked, test.clock.now.getTime()))
}

async function readMarks(sql: Sql, marks: readonly { id: string }[], musterId?: string): Promise<void> {
  const ids = [...new Set(marks.map(({ id }) => id.toLowerCase()))]
  const rows = await sql<{ id: string }[]>`
    select id from muster_marks
    where id = any(${ids}::uuid[]) ${musterId === undefined ? sql`` : sql`and muster_id = ${musterId}`}`
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
}

/** The record shows what was corrected and why. */
async function readCorrection({ body, params, get }: Accepted): Promise<void> {
  const { body: record } = await get(`/access-log/${params['id']}`)
  const { corrections, ...now } = v.parse(
    v.looseObject({
      first_name: v.string(),
      last_name: v.string(),
      dependents: v.number(),
      corrections: v.array(v.looseObject({ note: v.string() })),
    }),
    record,
  )
  expect(corrections.at(-1)?.note).toBe(normaliseName(v.parse(v.string(), body['note'])))
  for (const name of ['first_name', 'last_name'] as const)
    if (body[name] !== undefined) expect(now[name]).toBe(normaliseName(v.parse(v.string(), body[name])))
  if (body['dependents'] !== undefined) expect(now.dependents).toBe(body['dependents'])
}

/** The ids that a bulk action has changed. */
function doneOf(body: Accepted['body'], result: Accepted['result']): string[] {
  const ids = v.parse(v.optional(v.array(v.string()), []), body['ids']).map((id) => id.toLowerCase())
  const blocked = v.parse(v.array(v.object({ id: v.string() })), result['blocked']).map(({ id }) => id)
  const unchanged = v.parse(v.optional(v.array(v.string()), []), result['unchanged'])
  return [...new Set(ids)].filter((id) => !blocked.includes(id) && !unchanged.includes(id))
}

async function presentAmong(sql: Accepted['sql'], ids: readonly string[]): Promise<number> {
  const rows = await sql`select from presence where visit_id = any(${[...ids]}::uuid[])`
  return rows.length
}

/** People who were checked out are not on site, and their visits have a departure. */
async function readCheckOuts({ sql, body, result }: Accepted): Promise<void> {
  if (!Array.isArray(body['ids'])) return
  const ids = doneOf(body, result)
  expect(ids).toHaveLength(Number(result['done']))
  expect(await presentAmong(sql, ids)).toBe(0)
  const rows = await sql<{ ended_as: string }[]>`
    select distinct ended_as from visits where id = any(${ids}::uuid[])`
  expect(rows.map(({ ended_as: as }) => as)).toEqual(ids.length > 0 ? ['by_staff'] : [])
}

async function readSignIn({ sql, body, result }: Accepted): Promise<void> {
  if (result['outcome'] !== 'signed_in') {
    expect(result['visit_id']).toBeNull()
    return
  }
  const [row] = await sql<{ source: string; first_name: string; dependents: number }[]>`
    select source, first_name, dependents from visits where id = ${asText(result['visit_id'])}`
  expect(row).toEqual({
    source: 'staff',
    first_name: normaliseName(asText(body['first_name'])),
    dependents: body['dependents'] ?? 0,
  })
}
