import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeQuestion, makeRole, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { questions, questionVersions } from '../../db/schema/questions.ts'
import { clientScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
let method: { id: string; key: string }
let fever: { id: string }
let journey: { id: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db)
})
afterAll(() => test.close())

beforeEach(async () => {
  const { db } = test.database
  site = await makeSite(db, client.id)
  method = await makeMethod(db, client.id, site.id)
  fever = await makeQuestion(db, client.id, site.id, {
    type: 'yes/no',
    text: 'Fever?',
    texts: { es: '¿Fiebre?' },
    answers: {
      yes: { text: 'Yes', texts: { es: 'Sí' }, action: 'fail' },
      no: { text: 'No', texts: { es: 'No, nada' }, action: 'pass' },
    },
  })
  journey = await makeQuestion(db, client.id, site.id, {
    type: 'select',
    text: 'How?',
    texts: { es: '¿Cómo?' },
    answers: [
      { id: 'car', desc: 'Car', descs: { es: 'Coche' }, action: 'pass' },
      { id: 'foot', desc: 'On foot', action: 'pass' },
    ],
  })
})

const change = (work: (tx: Transaction) => Promise<unknown>) =>
  withScope(test.database.db, clientScope(client.id), work)
/** What a phone that loaded the questions a while ago sends. */
const fromForm = () => ({
  [fever.id]: { question_text: 'Fever?', answer: 'no' },
  [journey.id]: { question_text: 'How?', answer: 'car' },
})
const submit = (given: object, more: object = {}, key = crypto.randomUUID()) =>
  test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    headers: { 'idempotency-key': key },
    payload: {
      firstName: 'Ana',
      lastName: 'Silva',
      mobile: '0491570156',
      machineId: method.id,
      questions: given,
      ...more,
    },
  })
const stored = () =>
  sql`select answers from visits where site_id = ${site.id}
    union all select answers from refused_attempts where site_id = ${site.id}`

async function expectChanged(given: object, ids: string[], more: object = {}): Promise<void> {
  const key = crypto.randomUUID()
  const response = await submit(given, more, key)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'questions_changed' })
  expect(Object.keys(response.json().fields).toSorted()).toEqual(
    ids.map((id) => `questions.${id}`).toSorted(),
  )
  expect(await stored()).toEqual([])
  expect(await sql`select from idempotency_keys where key = ${key}`).toHaveLength(0)
}

describe('answers to questions that have changed meanwhile are refused, and the app is told to load them again', () => {
  it('a question that is not asked any more', async () => {
    await change((tx) => tx.update(questions).set({ enabled: false }).where(eq(questions.id, journey.id)))
    await expectChanged(fromForm(), [journey.id])
  })
  it('a question that is new', async () => {
    const fresh = await makeQuestion(test.database.db, client.id, site.id, {
      type: 'free text',
      text: 'Who?',
    })
    await expectChanged(fromForm(), [fresh.id])
  })
  it('the first questions of a site that had none', async () => {
    await expectChanged({}, [fever.id, journey.id])
  })
  it('an option that is not offered any more', async () => {
    await change(async (tx) => {
      const version = { clientId: client.id, questionId: journey.id, version: 2, type: 'select' as const }
      const answers = [{ id: 'foot', desc: 'On foot', action: 'pass' as const }]
      await tx.insert(questionVersions).values({ ...version, text: 'How?', answers })
      await tx.update(questions).set({ version: 2 }).where(eq(questions.id, journey.id))
    })
    await expectChanged(fromForm(), [journey.id])
  })
  it('a question of another type by now', async () => {
    await change((tx) =>
      tx
        .update(questionVersions)
        .set({ type: 'multi-select' })
        .where(and(eq(questionVersions.clientId, client.id), eq(questionVersions.questionId, journey.id))),
    )
    await expectChanged(fromForm(), [journey.id])
  })
  it('a question of another client', async () => {
    const other = await makeClient(test.database.db)
    const place = await makeSite(test.database.db, other.id)
    const foreign = await makeQuestion(test.database.db, other.id, place.id, {
      type: 'free text',
      text: 'X?',
    })
    await expectChanged({ ...fromForm(), [foreign.id]: { answer: 'x' } }, [foreign.id])
  })
  it('together with what was left blank', async () => {
    const given = { ...fromForm(), [fever.id]: { answer: '' }, gone: { answer: 'x' } }
    await expectChanged(given, [fever.id, 'gone'])
  })
  it('and once they are answered as they are asked now, the same key signs in', async () => {
    const key = crypto.randomUUID()
    expect((await submit({ ...fromForm(), gone: { answer: 'x' } }, {}, key)).statusCode).toBe(422)
    expect((await submit(fromForm(), {}, key)).statusCode).toBe(200)
  })
})

it('a role that is gone is refused as a role to be chosen', async () => {
  const roles = [
    await makeRole(test.database.db, client.id, site.id, 'Visitor'),
    await makeRole(test.database.db, client.id, site.id, 'Courier'),
  ]
  await sql`update visitor_roles set enabled = false where id = ${roles[0]!.id}`
  const response = await submit(fromForm(), { role: roles[0]!.id })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'unknown_role', fields: { role: expect.any(String) } })
})

describe('the answers are kept in the words that the visitor saw', () => {
  const wordsOf = async (given: object) => {
    expect((await submit(given)).statusCode).toBe(200)
    const answers: Record<string, string>[] = (await stored())[0]?.['answers'] ?? []
    return answers.map(({ question_text, answer, answer_text }) => [question_text, answer, answer_text])
  }
  it('in the language of the phone', async () => {
    const given = {
      [fever.id]: { question_text: '¿Fiebre?', answer: 'no' },
      [journey.id]: { question_text: '¿Cómo?', answer: 'foot' },
    }
    expect(await wordsOf(given)).toEqual([
      ['¿Fiebre?', 'no', 'No, nada'],
      ['¿Cómo?', 'foot', 'On foot'],
    ])
  })
  it('in the client’s own where the phone’s words are none of ours', async () => {
    const given = {
      [fever.id]: { question_text: 'Do you like music?', answer: 'no' },
      [journey.id]: { answer: 'car' },
    }
    expect(await wordsOf(given)).toEqual([
      ['Fever?', 'no', 'No'],
      ['How?', 'car', 'Car'],
    ])
  })
})
