import { createHash } from 'node:crypto'
import {
  getMusterEndpoint,
  getMusterReportEndpoint,
  type MusterReport,
  type MusterState,
} from '@gatehouse/validation/endpoints/musters'
import { expect, it } from 'vitest'
import { createSerializer } from '../../lib/serializer.ts'
import { createReportEncoder, createStateEncoder } from './encode-state.ts'

const nasty = '"roll":[],"marks":[] \\ é'
const stateOf = (people: number, marks: number): MusterState => ({
  muster: {
    id: 'muster',
    site_id: 'site',
    site_name: nasty,
    time_zone: 'Australia/Sydney',
    drill: true,
    started_at: '2026-11-20T03:50:00.000Z',
    became_real_at: null,
    started_by: nasty,
    ended_at: null,
    ended_by: null,
    forgotten: false,
    safe: null,
    missing: null,
    total: null,
  },
  version: 7,
  roll: Array.from({ length: people }, (_, at) => ({
    id: `person ${at}`,
    kind: 'visitor' as const,
    first_name: nasty,
    last_name: `Silva ${at}`,
    role: at % 2 === 0 ? null : nasty,
    employee_number: null,
    tel: null,
    tel_masked: false,
    phone_extension: null,
    has_photo: false,
    dependents: at % 3,
    signed_in_at: '2026-11-20T03:40:00.000Z',
    left_at: null,
    had_left: false,
    left_by_other_phone: false,
  })),
  marks: Array.from({ length: marks }, (_, at) => ({
    id: `mark ${at}`,
    person_id: 'person 0',
    state: 'note' as const,
    at: '2026-11-20T03:57:00.000Z',
    by: at % 2 === 0 ? null : 'warden',
    targets: ['one', 'other'],
    point_id: null,
    text: nasty,
    received_at: '2026-11-20T03:57:01.000Z',
    is_flagged: false,
  })),
  points: [{ id: 'point', name: nasty, place: '' }],
  wardens: [{ id: 'warden', name: 'Tomasz Wierzbicki' }],
  has_more: false,
  can_mark: true,
  hand_in_token: 'token',
})

it.each([
  [0, 0],
  [1, 0],
  [0, 1],
  [250, 251],
  [600, 1001],
])('a state with %d people and %d marks is written as if it were written at once', async (people, marks) => {
  const state = stateOf(people, marks)
  const whole = createSerializer(getMusterEndpoint, false)(state)
  const { bytes, etag } = await createStateEncoder(false)(state)
  expect(bytes.toString()).toBe(whole)
  expect(JSON.parse(whole)).toEqual(state)
  expect(etag).toBe(`"${createHash('sha256').update(whole).digest('base64url').slice(0, 27)}"`)
})

const nastyReport = '"people":[] \\ é'
const reportOf = (people: number): MusterReport => ({
  muster: { ...stateOf(0, 0).muster, site_name: nastyReport },
  safe: 1,
  missing: people,
  total: people + 1,
  people: Array.from({ length: people }, (_, at) => ({
    id: `person ${at}`,
    name: nastyReport,
    kind: 'unlisted' as const,
    role: at % 2 === 0 ? null : nastyReport,
    mobile: null,
    mobile_masked: false,
    dependents: at % 3,
    outcome: 'safe' as const,
    signed_in_at: null,
    left_at: null,
    left_by_other_phone: false,
    safe_at: '2026-11-20T03:57:00.000Z',
    safe_by: '',
    seconds: 7,
    said_safe_at: null,
    said_safe_by_other_phone: false,
    help_needed_at: null,
    help_needed_by: null,
    help_given_at: null,
    help_given_by: null,
    added_at: null,
    added_by: null,
    point: null,
    point_at: null,
    point_by: null,
    notes: ['one', nastyReport].map((text) => ({ text, at: '', by: '' })),
    flagged: 0,
    flagged_before: 0,
    flagged_marks: [],
  })),
  wardens: [{ name: nastyReport, ticks: 1 }],
})

it.each([0, 1, 250, 501])(
  'a report of %d people is written as if it were written at once',
  async (people) => {
    const report = reportOf(people)
    const whole = createSerializer(getMusterReportEndpoint, false)(report)
    expect((await createReportEncoder(false)(report)).bytes.toString()).toBe(whole)
    expect(JSON.parse(whole)).toEqual(report)
  },
)
