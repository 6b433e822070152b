import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AskedQuestion, checkAnswers, chooseRole, questionsFor } from './check-answers.ts'

const yesNo: AskedQuestion = {
  id: 'fever',
  version: 3,
  type: 'yes/no',
  questionText: 'Do you have a fever?',
  answers: { yes: { text: 'Yes, I do', action: 'fail' }, no: { text: 'No', action: 'pass' } },
}
const freeText: AskedQuestion = {
  id: 'host',
  version: 1,
  type: 'free text',
  questionText: 'Who do you visit?',
}
const options = [
  { id: 'a', desc: 'Car', action: 'pass' as const },
  { id: 'b', desc: 'Truck', action: 'pass' as const },
  { id: 'c', desc: 'Explosives', action: 'fail' as const },
]
const select: AskedQuestion = {
  id: 'vehicle',
  version: 1,
  type: 'select',
  questionText: 'How?',
  answers: options,
}
const multi: AskedQuestion = {
  id: 'load',
  version: 1,
  type: 'multi-select',
  questionText: 'With?',
  answers: options,
}

describe('checkAnswers', () => {
  const cases: [
    name: string,
    question: AskedQuestion,
    answer: unknown,
    verdict: 'passes' | 'fails' | 'is missing',
  ][] = [
    ['a yes that fails', yesNo, 'yes', 'fails'],
    ['a no that passes', yesNo, 'no', 'passes'],
    ['a word that is neither', yesNo, 'maybe', 'is missing'],
    ['a list for a yes/no', yesNo, ['yes'], 'is missing'],
    ['text', freeText, 'Dr Wu', 'passes'],
    ['blank text', freeText, '   ', 'is missing'],
    ['an option', select, 'a', 'passes'],
    ['a failing option', select, 'c', 'fails'],
    ['an option that is not offered', select, 'z', 'is missing'],
    ['an option of a prototype', select, 'constructor', 'is missing'],
    ['two options', multi, ['a', 'b'], 'passes'],
    ['one failing among two', multi, ['a', 'c'], 'fails'],
    ['no option', multi, [], 'is missing'],
    ['an unknown option among two', multi, ['a', 'z'], 'is missing'],
    ['one id for a list', multi, 'a', 'is missing'],
  ]
  it.each(cases)('%s', (_, question, answer, verdict) => {
    const checked = checkAnswers([question], { [question.id]: { answer: answer as string } })
    expect(checked.missing).toEqual(verdict === 'is missing' ? [question.id] : [])
    expect(checked.failed).toBe(verdict === 'fails')
    expect(checked.recorded).toHaveLength(verdict === 'is missing' ? 0 : 1)
  })

  it('records the words as they were asked and answered, never what the phone says they were', () => {
    const given = { load: { question_text: 'Something else', answer: ['b', 'a'] } }
    expect(checkAnswers([multi], given).recorded).toEqual([
      {
        question_id: 'load',
        version: 1,
        type: 'multi-select',
        question_text: 'With?',
        answer: ['a', 'b'],
        answer_text: 'Car, Truck',
        failed: false,
      },
    ])
  })

  it('reads an action without regard to case', () => {
    const loud = { ...yesNo, answers: { ...yesNo.answers, yes: { text: 'Yes', action: 'FAIL' as 'fail' } } }
    expect(checkAnswers([loud], { fever: { answer: 'yes' } }).failed).toBe(true)
  })

  it('never finds an unasked question answered, and misses exactly what has no answer', () => {
    const asked = [yesNo, freeText, select, multi]
    const good = {
      fever: { answer: 'no' },
      host: { answer: 'x' },
      vehicle: { answer: 'a' },
      load: { answer: ['b'] },
    }
    fc.assert(
      fc.property(fc.subarray(asked), fc.subarray(Object.entries(good)), (questions, given) => {
        const { missing, recorded } = checkAnswers(questions, Object.fromEntries(given))
        const answered = new Set(given.map(([id]) => id))
        expect(missing).toEqual(questions.map(({ id }) => id).filter((id) => !answered.has(id)))
        expect(recorded.length + missing.length).toBe(questions.length)
      }),
    )
  })
})

describe('roles', () => {
  const [visitor, courier] = [
    { id: '1', name: 'Visitor' },
    { id: '2', name: 'Courier' },
  ]
  it.each([
    ['none offered, none chosen', [], null, null],
    ['none offered, one chosen', [], '1', undefined],
    ['one offered applies by itself', [visitor], null, visitor],
    ['two offered, none chosen', [visitor, courier], null, undefined],
    ['two offered, one chosen', [visitor, courier], '2', courier],
    ['two offered, another chosen', [visitor, courier], '3', undefined],
  ])('%s', (_, offered, chosen, role) => {
    expect(chooseRole(offered, chosen)).toEqual(role)
  })

  it('asks a question of its roles only, and one without roles of everybody', () => {
    const bound = { ...freeText, id: 'bound', roles: ['2'] }
    expect(questionsFor([freeText, bound], visitor).map(({ id }) => id)).toEqual(['host'])
    expect(questionsFor([freeText, bound], courier).map(({ id }) => id)).toEqual(['host', 'bound'])
    expect(questionsFor([bound], null)).toEqual([])
  })
})
