import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AskedQuestion, assertAnswered, checkAnswers } from './check-answers.ts'

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
    verdict: 'passes' | 'fails' | 'is missing' | 'has changed',
  ][] = [
    ['a yes that fails', yesNo, 'yes', 'fails'],
    ['a no that passes', yesNo, 'no', 'passes'],
    ['a word that is neither', yesNo, 'maybe', 'has changed'],
    ['a list for a yes/no', yesNo, ['yes'], 'has changed'],
    ['text', freeText, 'Dr Wu', 'passes'],
    ['blank text', freeText, '   ', 'is missing'],
    ['an option', select, 'a', 'passes'],
    ['a failing option', select, 'c', 'fails'],
    ['an option that is not offered', select, 'z', 'has changed'],
    ['an option of a prototype', select, 'constructor', 'has changed'],
    ['two options', multi, ['a', 'b'], 'passes'],
    ['one failing among two', multi, ['a', 'c'], 'fails'],
    ['no option', multi, [], 'is missing'],
    ['an empty yes/no', yesNo, '', 'is missing'],
    ['text for options', select, ['a'], 'has changed'],
    ['a list for text', freeText, ['a'], 'has changed'],
    ['nothing at all', freeText, undefined, 'has changed'],
    ['an unknown option among two', multi, ['a', 'z'], 'has changed'],
    ['one id for a list', multi, 'a', 'has changed'],
  ]
  it.each(cases)('%s', (_, question, answer, verdict) => {
    const checked = checkAnswers([question], { [question.id]: { answer: answer as string } })
    expect(checked.missing).toEqual(verdict === 'is missing' ? [question.id] : [])
    expect(checked.changed).toEqual(verdict === 'has changed' ? [question.id] : [])
    expect(checked.failed).toBe(verdict === 'fails')
    expect(checked.recorded).toHaveLength(verdict === 'passes' || verdict === 'fails' ? 1 : 0)
  })

  it('tells a question that nobody asks any more from one that another role is asked', () => {
    const given = { fever: { answer: 'no' }, host: { answer: 'x' }, gone: { answer: 'x' } }
    expect(checkAnswers([yesNo], given, new Set(['fever', 'host'])).changed).toEqual(['gone'])
  })

  it('does not take a property of every object for a question', () => {
    expect(checkAnswers([{ ...freeText, id: 'constructor' }], {}).changed).toEqual(['constructor'])
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

  it('never finds an unasked question answered, and finds changed exactly what the form did not know', () => {
    const asked = [yesNo, freeText, select, multi]
    const good = {
      fever: { answer: 'no' },
      host: { answer: 'x' },
      vehicle: { answer: 'a' },
      load: { answer: ['b'] },
    }
    fc.assert(
      fc.property(fc.subarray(asked), fc.subarray(Object.entries(good)), (questions, given) => {
        const { missing, changed, recorded } = checkAnswers(questions, Object.fromEntries(given))
        const isAsked = new Set(questions.map(({ id }) => id))
        const isGiven = new Set(given.map(([id]) => id))
        expect(missing).toEqual([])
        expect(new Set(changed)).toEqual(isAsked.symmetricDifference(isGiven))
        expect(recorded.map(({ question_id: id }) => id)).toEqual(
          [...isAsked].filter((id) => isGiven.has(id)),
        )
      }),
    )
  })
})

describe('assertAnswered', () => {
  const refusalOf = (missing: string[], changed: string[]) => {
    try {
      assertAnswered({ missing, changed })
    } catch (error) {
      return error
    }
  }
  it.each([
    ['a blank', ['a'], [], 'answers_incomplete', ['questions.a']],
    ['a change', [], ['b'], 'questions_changed', ['questions.b']],
    ['both', ['a'], ['b'], 'questions_changed', ['questions.a', 'questions.b']],
  ])('names %s', (_, missing, changed, code, fields) => {
    const refusal = refusalOf(missing, changed)
    expect(refusal).toMatchObject({ code, status: 422 })
    expect(Object.keys((refusal as { fields: object }).fields)).toEqual(fields)
  })
  it('lets pass what is answered', () => {
    expect(refusalOf([], [])).toBeUndefined()
  })
})
