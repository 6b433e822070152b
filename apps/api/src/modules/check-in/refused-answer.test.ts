import { beforeEach, describe, expect, it } from 'vitest'
import { makeMethod, makeQuestion, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { DAY_MS } from '../../lib/durations.ts'

const here = inWorld()
let siteId: string
let methodId: string
let feverId: string
let loadId: string
let token: string

beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  siteId = (await makeSite(db, clientId)).id
  methodId = (await makeMethod(db, clientId, siteId)).id
  const answers = {
    yes: { text: 'Yes', action: 'fail' as const },
    no: { text: 'No', action: 'pass' as const },
  }
  feverId = (await makeQuestion(db, clientId, siteId, { type: 'yes/no', text: 'Fever?', answers })).id
  loadId = (await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Load?' })).id
  const access = [{ siteId, userType: 'Staff' as const }]
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { access })
  token = await openSession(here.test, { clientId, userId, siteId, userType: 'Staff' })
})

const person = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156' }
const submit = (questions: object, fields: object = {}, at = methodId) =>
  call(here.test, 'POST', '/checkin', { ...person, machineId: at, questions, ...fields })
const refuse = (fields: object = {}, at = methodId) => submit({ [feverId]: { answer: 'yes' } }, fields, at)
const admit = (fields: object = {}) =>
  submit({ [feverId]: { answer: 'no' }, [loadId]: { answer: 'Bricks' } }, fields)
const ask = async <T>(path: string) => (await call(here.test, 'GET', path, undefined, { token })).body as T

interface Entry {
  event: string
  result: string
  after_refusal: boolean
  record_id: string
}
const log = async () => (await ask<{ items: Entry[] }>(`/access-log?site=${siteId}`)).items
const told = async () => {
  await here.test.tell()
  const rows = await here.sql`
    select distinct type from outbox where payload ->> 'site' = ${siteId} order by type`
  return rows.map(({ type }) => type)
}

describe('a failing answer', () => {
  it('refuses before the other questions and the code, and the log has it', async () => {
    await here.sql`update sign_in_methods set use_temperature = true where id = ${methodId}`
    expect(await refuse()).toMatchObject({ status: 422, body: { code: 'answers_failed' } })
    expect(await log()).toMatchObject([{ event: 'refused', result: 'failed_answer', after_refusal: false }])
    expect(await told()).toEqual(['notice.failed_answer'])
  })

  it('refuses whatever host is named, and whatever code', async () => {
    await here.sql`update sign_in_methods set use_temperature = true, asks_host = true where id = ${methodId}`
    const host = { name: 'Nobody', ref: 'gone' }
    for (const fields of [{ host }, { verificationCode: '123456' }])
      expect(await refuse(fields)).toMatchObject({ status: 422, body: { code: 'answers_failed' } })
    expect(await log()).toHaveLength(2)
  })

  it('leaves the others to be given where none fails', async () => {
    const answered = await submit({ [feverId]: { answer: 'no' } })
    expect(answered).toMatchObject({ status: 422, body: { code: 'questions_changed' } })
    expect(await log()).toEqual([])
  })
})

describe('a sign-in that follows', () => {
  it('says so in the log, on the board and to the recipients', async () => {
    await refuse()
    expect((await admit()).status).toBe(200)
    const visit = (await log()).find(({ event }) => event === 'in')
    expect(visit).toMatchObject({ after_refusal: true })
    expect(await ask(`/access-log/${visit?.record_id}`)).toMatchObject({ after_refusal: true })
    expect(await ask(`/board/${siteId}/why/${visit?.record_id}`)).toMatchObject({ afterRefusal: true })
    expect(await told()).toEqual(['notice.admitted_after_refusal', 'notice.failed_answer'])
  })

  it.each([
    ['more than a day later', {}, DAY_MS + 1000],
    ['with another mobile', { mobile: '0491570157' }, 0],
  ])('%s does not', async (_, fields, milliseconds) => {
    await refuse()
    here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
    expect((await admit(fields)).status).toBe(200)
    const visits = await here.sql`select after_refusal from visits where site_id = ${siteId}`
    expect(visits).toMatchObject([{ after_refusal: false }])
    expect(await told()).toEqual(['notice.failed_answer'])
  })

  it('says so in another spelling, and where a code came first', async () => {
    await refuse()
    expect((await admit({ firstName: 'Anna', lastName: 'Sylva' })).status).toBe(200)
    const visits = await here.sql`select after_refusal from visits where site_id = ${siteId}`
    expect(visits).toMatchObject([{ after_refusal: true }])
  })

  it('says so where it comes late, of a time before the refusal', async () => {
    const { id: kioskId } = await makeMethod(here.test.database.db, here.world.a.clientId, siteId, {
      type: 'kiosk',
    })
    await refuse()
    const signedInAt = new Date(here.test.clock.now.getTime() - 10 * 60_000).toISOString()
    const questions = { [feverId]: { answer: 'no' }, [loadId]: { answer: 'Bricks' } }
    await here.signIn(kioskId, { questions, signedInAt }, { 'idempotency-key': crypto.randomUUID() })
    const visits = await here.sql`select after_refusal from visits where site_id = ${siteId}`
    expect(visits).toMatchObject([{ after_refusal: true }])
  })

  it('at another site does not', async () => {
    const other = await makeSite(here.test.database.db, here.world.a.clientId)
    const elsewhere = await makeMethod(here.test.database.db, here.world.a.clientId, other.id)
    await refuse()
    expect((await submit({}, {}, elsewhere.id)).status).toBe(200)
    expect(await here.sql`select from visits where site_id = ${other.id} and after_refusal`).toEqual([])
  })
})
