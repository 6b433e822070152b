import { describe, expect, it, test } from 'vitest'
import { checkAnswer, findInvalidAnswers, isRefusal, submittedAnswers, withoutAnswersTo } from './answers.ts'
import { withoutFailing } from './without-failing.ts'
import { asksAnything, asksRole, questionsForRole, roleOf, type CheckInForm } from './check-in-form.ts'
import type { Question } from '@gatehouse/validation/questions'

const wellness: Question = {
  id: 'wellness',
  questionText: 'Do you feel well?',
  type: 'yes/no',
  answers: { yes: { text: 'Yes', action: 'pass' }, no: { text: 'No', action: 'fail' } },
}
const host: Question = { id: 'host', questionText: 'Who are you visiting?', type: 'free text' }
const area: Question = {
  id: 'area',
  questionText: 'Where to?',
  type: 'select',
  answers: [
    { id: 'office', desc: 'Office', action: 'pass' },
    { id: 'pit', desc: 'Pit', action: 'fail' },
  ],
}
const gear: Question = {
  id: 'gear',
  questionText: 'What do you carry?',
  type: 'multi-select',
  roles: ['contractor'],
  answers: [
    { id: 'helmet', desc: 'Helmet', action: 'pass' },
    { id: 'boots', desc: 'Boots', action: 'pass' },
    { id: 'matches', desc: 'Matches', action: 'fail' },
  ],
}
const roles = [
  { id: 'visitor', name: 'Visitor' },
  { id: 'contractor', name: 'Contractor' },
]
const form: CheckInForm = { roles, questions: [wellness, host, area, gear] }

describe('a refusal', () => {
  test.each([
    ['visitor', { wellness: 'no' }, true],
    ['visitor', { wellness: 'no', host: 'Bo', area: 'office' }, true],
    ['visitor', { wellness: 'yes' }, false],
    ['contractor', { gear: ['matches'] }, true],
    // The question belongs to another role.
    ['visitor', { gear: ['matches'] }, false],
    // The role decides which questions there are.
    [null, { wellness: 'no' }, false],
  ])('by the role %j with %j: %j', (roleId, answers, expected) => {
    expect(isRefusal(findInvalidAnswers(form, roleId, answers))).toBe(expected)
  })

  it('is taken back by taking back the answers that make it, and no others', () => {
    const answers = { wellness: 'no', host: 'Bo', area: 'pit', gear: ['helmet'] }
    expect(withoutFailing(form.questions, answers)).toEqual({ host: 'Bo', gear: ['helmet'] })
  })
})

describe('one answer', () => {
  test.each([
    [wellness, undefined, 'answer_required'],
    [wellness, 'maybe', 'answer_required'],
    [wellness, ['yes'], 'answer_required'],
    [wellness, 'yes', undefined],
    [wellness, 'no', 'failing'],
    [host, undefined, 'answer_required'],
    [host, ' \n ', 'answer_required'],
    [host, 'Bo', undefined],
    [host, 'x'.repeat(2001), 'too_long'],
    [area, 'gone', 'answer_required'],
    [area, 'office', undefined],
    [area, 'pit', 'failing'],
    [gear, [], 'answer_required'],
    [gear, ['gone'], 'answer_required'],
    [gear, 'helmet', 'answer_required'],
    [gear, ['helmet', 'boots'], undefined],
    [gear, ['helmet', 'matches'], 'failing'],
  ] as const)('%j with %j: %s', (question, given, problem) => {
    expect(checkAnswer(question, given as string | string[] | undefined)).toBe(problem)
  })

  it('fails in any case of the action’s letters', () => {
    const shouting = {
      ...wellness,
      answers: { ...wellness.answers, no: { text: 'No', action: 'FAIL' } },
    } as unknown as Question
    expect(checkAnswer(shouting, 'no')).toBe('failing')
  })
})

describe('roles', () => {
  it('of several, one must be chosen; a single one applies by itself', () => {
    expect(asksRole(form)).toBe(true)
    expect(roleOf(form, null)).toBeUndefined()
    expect(roleOf(form, 'contractor')?.name).toBe('Contractor')
    const one = { ...form, roles: roles.slice(1) }
    expect(asksRole(one)).toBe(false)
    expect(roleOf(one, null)?.id).toBe('contractor')
    expect(roleOf({ ...form, roles: [] }, 'contractor')).toBeUndefined()
  })

  it('that are no longer offered are not chosen', () => {
    expect(roleOf(form, 'gone')).toBeUndefined()
    expect(findInvalidAnswers(form, 'gone', {})[0]).toEqual({ id: 'role', error: 'role_required' })
  })

  it('bring their own questions, and hide those of others', () => {
    const ids = (roleId: string | null) => questionsForRole(form, roleOf(form, roleId)).map(({ id }) => id)
    expect(ids(null)).toEqual(['wellness', 'host', 'area'])
    expect(ids('visitor')).toEqual(['wellness', 'host', 'area'])
    expect(ids('contractor')).toEqual(['wellness', 'host', 'area', 'gear'])
  })

  test.each([
    [{ roles: [], questions: [] }, false],
    [{ roles: roles.slice(0, 1), questions: [] }, false],
    [{ roles: roles.slice(0, 1), questions: [gear] }, false],
    [{ roles: roles.slice(1), questions: [gear] }, true],
    [{ roles: [], questions: [host] }, true],
    [{ roles, questions: [] }, true],
  ])('%j asks anything: %s', (offered, expected) => {
    expect(asksAnything(offered)).toBe(expected)
  })
})

describe('invalid answers', () => {
  it('are all missing and failing ones, in the order of the page', () => {
    expect(findInvalidAnswers(form, null, {})).toEqual([
      { id: 'role', error: 'role_required' },
      { id: 'wellness', error: 'answer_required' },
      { id: 'host', error: 'answer_required' },
      { id: 'area', error: 'answer_required' },
    ])
  })

  it('are none once all questions of the role are answered', () => {
    const answers = { wellness: 'yes', host: 'Bo', area: 'office', gear: ['matches'] }
    expect(findInvalidAnswers(form, 'visitor', answers)).toEqual([])
    expect(findInvalidAnswers(form, 'contractor', answers)).toEqual([{ id: 'gear', error: 'failing' }])
  })
})

it('sends what was asked with the words it was asked in, and nothing else', () => {
  const answers = {
    wellness: 'yes',
    host: ' Bo ',
    area: 'gone',
    gear: ['boots', 'helmet', 'gone'],
    other: 'x',
  }
  expect(submittedAnswers(form.questions, answers)).toEqual({
    wellness: { question_text: 'Do you feel well?', answer: 'yes' },
    host: { question_text: 'Who are you visiting?', answer: 'Bo' },
    gear: { question_text: 'What do you carry?', answer: ['helmet', 'boots'] },
  })
})

it('choices of questions that read otherwise by now are dropped; what was typed stays', () => {
  const questions: Question[] = [
    { id: 'typed', type: 'free text', questionText: 'Whom?' },
    { id: 'chosen', type: 'select', questionText: 'How?', answers: [] },
    { id: 'same', type: 'select', questionText: 'Why?', answers: [] },
  ]
  const answers = { typed: 'Ada', chosen: 'car', same: 'work' }
  expect(withoutAnswersTo(questions, (id) => id !== 'same', answers)).toEqual({ typed: 'Ada', same: 'work' })
})

it('an answer is sent with the version of its question', () => {
  const question: Question = { id: 'a', version: 3, type: 'free text', questionText: 'Whom?' }
  expect(submittedAnswers([question], { a: 'Ada' })).toEqual({
    a: { question_text: 'Whom?', version: 3, answer: 'Ada' },
  })
})
