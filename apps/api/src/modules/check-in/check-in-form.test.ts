import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseRole,
  type CheckInForm,
  checkInFormFor,
  languageShown,
  toUserData,
  questionsFor,
} from './check-in-form.ts'

const role = (id: string, isOwn = false) => ({ id, name: id, names: {}, isOwn })
const question = (id: string, roles: string[] = []) => ({
  id,
  version: 1,
  type: 'free text' as const,
  text: id,
  texts: { es: `${id}?` },
  answers: null,
  roles,
})
const idsOf = ({ roles, questions }: CheckInForm) => [
  roles.map(({ id }) => id),
  questions.map(({ id }) => id),
]
const site: CheckInForm = {
  roles: [role('guest'), role('crew', true), role('cast', true)],
  questions: [question('all'), question('of guests', ['guest']), question('of crew', ['crew', 'guest'])],
}

describe('checkInFormFor', () => {
  it.each([
    ['a site that does not ask by user', site, false, idsOf(site)],
    [
      'a user with roles',
      site,
      true,
      [
        ['crew', 'cast'],
        ['all', 'of crew'],
      ],
    ],
    [
      'somebody without a role of the site',
      { ...site, roles: site.roles.map((one) => ({ ...one, isOwn: false })) },
      true,
      idsOf(site),
    ],
    ['a site without roles', { roles: [], questions: [question('all')] }, true, [[], ['all']]],
  ])('%s', (_, offered, asksByUser, expected) => {
    expect(idsOf(checkInFormFor(offered, asksByUser))).toEqual(expected)
  })

  it('never offers what the site does not, and asks each offered role all that is its own', () => {
    const roles = fc.subarray(['a', 'b', 'c'])
    fc.assert(
      fc.property(
        roles,
        roles,
        fc.array(roles, { maxLength: 5 }),
        fc.boolean(),
        (all, own, bound, byUser) => {
          const whole: CheckInForm = {
            roles: all.map((id) => role(id, own.includes(id))),
            questions: bound.map((ids, index) => question(String(index), ids)),
          }
          const offer = checkInFormFor(whole, byUser)
          expect(all).toEqual(expect.arrayContaining(offer.roles.map(({ id }) => id)))
          for (const one of [null, ...offer.roles])
            expect(questionsFor(offer.questions, one)).toEqual(questionsFor(whole.questions, one))
        },
      ),
    )
  })
})

describe('roles', () => {
  const [visitor, courier] = [role('1'), role('2')]
  it.each([
    ['none offered, none chosen', [], null, null],
    ['none offered, one chosen', [], '1', undefined],
    ['one offered applies by itself', [visitor], null, visitor],
    ['two offered, none chosen', [visitor, courier], null, undefined],
    ['two offered, one chosen', [visitor, courier], '2', courier],
    ['two offered, another chosen', [visitor, courier], '3', undefined],
  ])('%s', (_, offered, chosen, chosenRole) => {
    expect(chooseRole(offered, chosen)).toEqual(chosenRole)
  })

  it('asks a question of its roles only, and one without roles of everybody', () => {
    const asked = [question('free'), question('bound', ['2'])]
    expect(questionsFor(asked, visitor).map(({ id }) => id)).toEqual(['free'])
    expect(questionsFor(asked, courier).map(({ id }) => id)).toEqual(['free', 'bound'])
    expect(questionsFor(asked.slice(1), null)).toEqual([])
  })
})

it('is presented in a language as far as it is translated, and says nothing of the person', () => {
  expect(toUserData({ roles: [role('crew', true)], questions: [question('all')] }, 'es')).toEqual({
    roles: [{ id: 'crew', name: 'crew' }],
    questions: [{ id: 'all', version: 1, type: 'free text', questionText: 'all?', answers: [] }],
  })
})

const fever = { id: 'fever', text: 'Fever?', texts: { es: '¿Fiebre?', en: 'A fever?' } }
const host = { id: 'host', text: 'Host?', texts: { es: '¿Anfitrión?' } }
const said = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      { answer: 'no', ...(text === undefined ? {} : { question_text: text }) },
    ]),
  )

describe('languageShown', () => {
  it.each([
    ['nothing answered', {}, 'en-au'],
    ['no words', { fever: undefined }, 'en-au'],
    ['the client’s words', { fever: 'Fever?', host: 'Host?' }, 'en-au'],
    ['Spanish words', { fever: '¿Fiebre?', host: '¿Anfitrión?' }, 'es'],
    ['American words, one of them not translated', { fever: 'A fever?', host: 'Host?' }, 'en'],
    ['words of nobody', { fever: 'Free beer?' }, 'en-au'],
    ['words of a question that is not asked', { gone: '¿Fiebre?' }, 'en-au'],
    ['one language and a little of another', { fever: '¿Fiebre?', host: 'Host?' }, 'en-au'],
  ])('%s', (_, texts, language) => {
    expect(languageShown([fever, host], said(texts), 'en-au')).toBe(language)
  })
  it('takes the client’s own where translations agree', () => {
    expect(languageShown([{ ...host, texts: {} }], said({ host: 'Host?' }), 'es')).toBe('es')
  })
})
