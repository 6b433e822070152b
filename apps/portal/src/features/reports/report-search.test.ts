import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { findProblem, readReport, reportSearch } from './report-search.ts'

describe('the address of a report', () => {
  it.each([
    [{}, 'contacts', undefined],
    [{ report: 'nonsense' }, 'contacts', undefined],
    [{ report: 'headcount' }, 'headcount', {}],
    [{ report: 'headcount', day: '2026-11-20', record: 'x', role: '' }, 'headcount', { day: '2026-11-20' }],
    [{ report: 'hours', span: 3, role: 7 }, 'hours', { span: '3', role: '7' }],
    [{ report: 'contacts', from: '2026-11-20' }, 'contacts', undefined],
    [{ report: 'roll', at: '2026-11-20T17:05' }, 'roll', undefined],
    [
      { report: 'roll', site: 's', as_of: '2026-11-20T03:04:05.678Z' },
      'roll',
      { site: 's', as_of: '2026-11-20T03:04:05.678Z' },
    ],
  ])('%j', (address, report, asked) =>
    expect(readReport(v.parse(reportSearch, address))).toMatchObject({ report, asked }),
  )
})

it.each([
  ['contacts', {}, 'record missing'],
  ['roll', {}, 'site missing'],
  ['contacts', { record: 'r', from: '2026-11-20', to: '2026-11-19' }, 'to order'],
  ['contacts', { record: 'r', from: '2026-10-20', to: '2026-11-20' }, 'to days'],
  ['contacts', { record: 'r', from: '2026-10-21', to: '2026-11-20' }, undefined],
  ['contacts', { record: 'r', from: '2000-01-01', to: '2099-01-01' }, 'to days'],
  ['contacts', { record: 'r', from: '2026-11-22' }, 'from future'],
  ['hours', { from: '2026-11', to: '2026-10' }, 'to order'],
  ['hours', { from: '2025-11', to: '2026-11' }, 'to months'],
  ['hours', { from: '2025-12', to: '2026-11' }, undefined],
  ['headcount', { day: '2026-11-22' }, 'day future'],
  ['roll', { site: 's', at: '2026-11-22T00:00' }, 'at future'],
  ['roll', { site: 's', at: '2026-11-20T00:00' }, undefined],
] as const)('%s with %j', (report, values, expected) => {
  const found = findProblem(report, values, new Date('2026-11-20T10:00:00Z'))
  expect(found && `${found.field} ${found.problem}`).toBe(expected)
})
