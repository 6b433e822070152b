import type { EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
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
  revokeOwnSession: async ({ sql, params: { id = '' } }) => {
    const [row] = await sql`select revoked_at from sessions where id = ${id}`
    expect(row?.['revoked_at']).toBeInstanceOf(Date)
  },
  forgetDevice: async ({ sql, params: { id = '' } }) => {
    expect(await sql`select id from remembered_devices where id = ${id}`).toEqual([])
  },
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
