import { describe, expect, it, test } from 'vitest'
import type { Details } from './form/details.ts'
import type { CheckInForm } from './form/check-in-form.ts'
import {
  isFormKnown,
  keepOfferedRole,
  nextUserData,
  notLoaded,
  formFor,
  personKey,
  type UserData,
  type UserDataEvent,
} from './user-data.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

const form: CheckInForm = { roles: [{ id: 'guard', name: 'Guard' }], questions: [] }
const other: CheckInForm = { roles: [], questions: [] }
const loading: UserData = { status: 'loading', person: 'Ada' }
const loaded: UserData = { status: 'loaded', person: 'Ada', form }
const failed: UserData = { status: 'failed', person: 'Ada' }
const states = { 'not-loaded': notLoaded, loading, loaded, failed }

describe('loading the visitor’s roles and questions', () => {
  const table: [UserData, UserDataEvent, UserData][] = [
    [notLoaded, { type: 'request', person: 'Ada' }, loading],
    [loading, { type: 'response', person: 'Ada', form }, loaded],
    [loading, { type: 'failure', person: 'Ada' }, failed],
    [failed, { type: 'request', person: 'Ada' }, loading],
    [loaded, { type: 'request', person: 'Bo' }, { status: 'loading', person: 'Bo' }],
    // The same person again, as after a language change: the known form stays on the screen.
    [loaded, { type: 'request', person: 'Ada' }, loaded],
    [loaded, { type: 'response', person: 'Ada', form: other }, { ...loaded, form: other }],
    [loaded, { type: 'failure', person: 'Ada' }, loaded],
  ]
  test.each(table)('%j, %j', (state, event, next) => {
    expect(nextUserData(state, event)).toEqual(next)
  })

  test.each(Object.entries(states))('%s: what comes for changed details is not heard', (_, state) => {
    expect(nextUserData(state, { type: 'response', person: 'Bo', form: other })).toBe(state)
    expect(nextUserData(state, { type: 'failure', person: 'Bo' })).toBe(state)
  })

  test.each(Object.entries(states))('%s: changed details are asked for anew', (_, state) => {
    expect(nextUserData(state, { type: 'reset' })).toBe(notLoaded)
  })
})

it('the key of a person is equal where the look-up finds the same person', () => {
  const ada: Details = { firstName: 'Zoe\u0308', lastName: 'King', mobile: '0412', dependents: 0 }
  expect(personKey({ ...ada, firstName: ' Zo\u00eb  ', dependents: 3 })).toBe(personKey(ada))
  for (const changed of [{ firstName: 'Bo' }, { lastName: 'Lee' }, { mobile: '0413' }])
    expect(personKey({ ...ada, ...changed })).not.toBe(personKey(ada))
})

describe('what is offered', () => {
  const everybody = { roles: form.roles, questions: [] }
  const machine = { questionsByUser: true, ...everybody } as unknown as MachineData
  test.each([
    ['not-loaded', everybody, false],
    ['loading', everybody, false],
    ['loaded', form, true],
    ['failed', other, true],
  ] as const)('%s', (status, expected, isKnown) => {
    expect(formFor(machine, states[status])).toEqual(expected)
    expect(isFormKnown(machine, states[status])).toBe(isKnown)
  })

  it('is the method’s where it does not depend on who comes', () => {
    const plain = { ...machine, questionsByUser: false }
    expect(formFor(plain, failed)).toEqual(everybody)
    expect(isFormKnown(plain, notLoaded)).toBe(true)
  })

  it('clears a role that is no longer in it', () => {
    expect(keepOfferedRole(form, 'guard')).toBe('guard')
    expect(keepOfferedRole(other, 'guard')).toBeNull()
    expect(keepOfferedRole(form, null)).toBeNull()
  })
})
