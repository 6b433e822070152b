import type { FieldCode } from '@gatehouse/validation/field-codes'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeSite } from './factories.ts'
import { inWorld } from './in-world.ts'
import { type Called, call } from './staff.ts'

const here = inWorld()

let token: string
let siteAdmin: string
let clientId: string
let siteId: string
let otherSiteId: string
beforeAll(() => {
  const { a, tokens } = here.world
  clientId = a.clientId
  siteId = a.siteId
  otherSiteId = a.otherSiteId
  token = tokens['admin A'] ?? ''
  siteAdmin = tokens['site_admin'] ?? ''
})

const send = (method: 'POST' | 'PATCH', path: string, body: object, who = token) =>
  call(here.test, method, path, body, { token: who })

/** Other spellings of the same text: case, letter forms, spaces and invisible characters. */
const blanks = [
  '',
  ' ',
  '  ',
  '\u00a0',
  '\u2009',
  '\u3000',
  '\t',
  '\u200b',
  '\u00ad',
  '\u2060',
  '\u2800',
  '\ufeff',
]
const lettersOf = (letter: string) => [
  letter,
  letter.toLowerCase(),
  letter.toUpperCase(),
  letter.normalize('NFD'),
  ...(/^[!-~]$/.test(letter) ? [String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)] : []),
  ...(letter === '-' ? ['\u2010', '\u2011', '\u2013', '\u2212'] : []),
]
const spellingOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...Array.from(text).map((letter) =>
        fc
          .tuple(fc.constantFrom(...lettersOf(letter)), fc.constantFrom(...blanks))
          .map((parts) => parts.join('')),
      ),
    )
    .map((parts) => parts.join(''))

let made = 0
/** An unused text. */
const fresh = () => `Éa-${(made += 1)} ${crypto.randomUUID().slice(0, 6)}`

interface Rule {
  field: string
  code: 'conflict' | 'name_taken'
  /** Only where it is not the usual field code. */
  fieldCode?: FieldCode
  create: (text: string) => Promise<Called>
  change: (id: string, text: string) => Promise<Called>
}

const rules: Record<string, Rule> = {
  'the company number of a client': {
    field: 'company_no',
    code: 'conflict',
    fieldCode: 'company_no_taken',
    create: (text) => send('POST', '/client', { name: 'A', company_no: text }, siteAdmin),
    change: (id, text) => send('PATCH', `/client/${id}`, { company_no: text }, siteAdmin),
  },
  'the employee number of a user': {
    field: 'employee_number',
    code: 'conflict',
    create: (text) =>
      send('POST', '/users', {
        first_name: 'Ana',
        last_name: 'Silva',
        email: `${crypto.randomUUID()}@test.example`,
        employee_number: text,
      }),
    change: (id, text) => send('PATCH', `/users/${id}`, { employee_number: text }),
  },
  'the serial number of a method': {
    field: 'serial_number',
    code: 'conflict',
    create: (text) =>
      send('POST', '/sign-in-methods', {
        type: 'device',
        name: 'Door',
        site_id: siteId,
        serial_number: text,
      }),
    change: (id, text) => send('PATCH', `/sign-in-methods/${id}`, { serial_number: text }),
  },
  'the name of a site': {
    field: 'name',
    code: 'name_taken',
    create: (text) => send('POST', '/sites', { name: text }),
    change: (id, text) => send('PATCH', `/sites/${id}`, { name: text }),
  },
  'the name of a visitor role': {
    field: 'name',
    code: 'name_taken',
    create: (text) => send('POST', `/sites/${siteId}/visitor-roles`, { name: text }),
    change: (id, text) => send('PATCH', `/sites/${siteId}/visitor-roles/${id}`, { name: text }),
  },
  'the name of a muster point': {
    field: 'name',
    code: 'name_taken',
    create: (text) => send('POST', `/sites/${siteId}/muster-points`, { name: text }),
    change: (id, text) => send('PATCH', `/sites/${siteId}/muster-points/${id}`, { name: text }),
  },
}

describe.each(Object.entries(rules))('%s', (_, { field, code, fieldCode, create, change }) => {
  it('is refused in every spelling, when something is created and when it is changed', async () => {
    const text = fresh()
    const first = await create(text)
    expect(first.status, first.text).toBe(201)
    const other = await create(fresh())
    expect(other.status, other.text).toBe(201)
    const refusal = {
      status: 409,
      body: {
        code,
        field_codes: { [field]: fieldCode ?? (code === 'conflict' ? 'already_in_use' : 'name_taken') },
      },
    }
    await fc.assert(
      fc.asyncProperty(spellingOf(text), async (spelling) => {
        expect(spellingKeyOf(spelling)).toBe(spellingKeyOf(text))
        expect(await create(spelling)).toMatchObject(refusal)
        expect(await change(String(other.body['id']), spelling)).toMatchObject(refusal)
      }),
      { numRuns: 8 },
    )
  })

  it('may be written in another way by the row that has it, and be another one', async () => {
    const text = fresh()
    const { body } = await create(text)
    expect((await change(String(body['id']), text.toUpperCase())).status).toBe(200)
    for (const different of [`${text}1`, text.replace('-', '')])
      expect((await create(different)).status).toBe(201)
  })

  it('of two that come at once in different spellings one is accepted', async () => {
    const text = fresh()
    const statuses = (await Promise.all([create(text), create(text.toLowerCase())])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409])
  })
})

it('is free again elsewhere: at another site, for another client, and where a site is archived', async () => {
  const name = fresh()
  for (const id of [siteId, otherSiteId])
    for (const part of ['visitor-roles', 'muster-points'])
      expect((await send('POST', `/sites/${id}/${part}`, { name })).status).toBe(201)
  const { db } = here.test.database
  const { id } = await makeSite(db, clientId, { name })
  await makeSite(db, (await makeClient(db)).id, { name })
  const archive = async (action: string, ids: string[]) =>
    (await send('POST', '/sites/bulk', { action, ids })).body
  expect(await archive('archive', [id])).toMatchObject({ done: 1 })
  const later = await send('POST', '/sites', { name })
  expect(later.status).toBe(201)
  expect(await archive('restore', [id])).toMatchObject({ done: 0, blocked: [{ id, code: 'name_taken' }] })
  const twin = await makeSite(db, clientId, { name: name.toUpperCase(), status: 'archived' })
  await archive('archive', [String(later.body['id'])])
  const both = [id, twin.id].toSorted()
  expect(await archive('restore', both)).toMatchObject({
    done: 1,
    blocked: [{ id: both[1], code: 'name_taken' }],
  })
})

it('an empty number is not one', async () => {
  for (const text of ['', ' ', '']) {
    const { status } = await rules['the employee number of a user']!.create(text)
    expect(status).toBe(201)
  }
})

describe.each(Object.entries(rules))('%s', (_name, { field, create }) => {
  it.each(['\u2800', '\u200b\u00ad', '\u3164', ' \u2060 '])(
    'is none where nobody can see it: %j',
    async (unseen) => {
      const { status, body } = await create(unseen)
      if (status === 201) expect(body[field]).toBe('')
      else expect(body['field_codes']).toHaveProperty(field)
    },
  )

  it('turns nothing around that stands beside it', async () => {
    const text = fresh()
    const { body } = await create(`${text}\u202e`)
    expect(body[field]).toBe(text)
  })
})
