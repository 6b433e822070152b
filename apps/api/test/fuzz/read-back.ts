import type { EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { MethodInput } from '@gatehouse/validation/endpoints/sign-in-methods'
import { ExternalApiChanges } from '@gatehouse/validation/endpoints/external-api'
import { MusterPointChanges } from '@gatehouse/validation/endpoints/muster-points'
import { SiteChanges } from '@gatehouse/validation/endpoints/sites'
import { RoleChanges } from '@gatehouse/validation/endpoints/visitor-roles'
import { normaliseName } from '@gatehouse/validation/names'
import { toE164 } from '@gatehouse/validation/phone-numbers'
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

/** How to read back what an endpoint accepted. A new writing endpoint without a row does not compile. */
export const readBacks: Record<WritingEndpointName, ReadBack> = {
  login: nothingKept,
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
  reportKiosk: async ({ sql, body: { machineId, waiting } }) => {
    const id = asText(machineId).toLowerCase()
    expect(await sql`select waiting from kiosk_reports where method_id = ${id}`).toEqual([{ waiting }])
  },
  createSignInMethod: readMethod,
  updateSignInMethod: readMethod,
  renewMethodKey: async ({ sql, params: { id = '' }, result }) => {
    const live = await sql`select key from method_keys where method_id = ${id} and retired_at is null`
    expect(live).toEqual([{ key: result['key'] }])
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
  createSite: readSite,
  updateSite: readSite,
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
  createMusterPoint: readPoint,
  updateMusterPoint: readPoint,
  deleteMusterPoint: async ({ sql, params: { pointId = '' } }) => {
    expect(await sql`select id from muster_points where id = ${pointId}`).toEqual([])
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
  clearNotifications: async ({ get }) =>
    expect(await get('/me/notifications')).toEqual({ status: 200, body: [] }),
  createUser: readUser,
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
    if (Array.isArray(body['ids'])) expect(result['done']).toBe(new Set(done).size)
    const rows = await sql`select status from users where id = any(${done})`
    for (const row of rows) expect(row['status']).toBe(status)
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
      name === 'mobile'
        ? (toE164(text, 'AU') ?? '')
        : name.endsWith('_name')
          ? normaliseName(text)
          : typeof value === 'string'
            ? text.trim()
            : value
    expect(stored[name], name).toBe(kept)
  }
  if (Array.isArray(body['access'])) expect(result['access']).toHaveLength(body['access'].length)
  await fuzz.restoreRights()
}

async function readClient({ sql, body, result }: Accepted): Promise<void> {
  const [row] = await sql<Record<string, unknown>[]>`select * from clients where id = ${asText(result['id'])}`
  for (const [name, value] of Object.entries(body)) {
    const trimmed = typeof value === 'string' ? value.trim() : value
    const kept =
      name === 'phone' && trimmed !== '' ? toE164(asText(trimmed), asText(result['region'])) : trimmed
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
    dependents: (body['dependents'] as number | undefined) ?? 0,
    at: new Date(asText(result['submissionTime']) as `${string}Z`),
  })
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
