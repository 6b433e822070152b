import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { checkInstalled, type SiteDetails } from './site-form.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const details = { time_zone: 'Australia/Sydney' } as SiteDetails

test.each([
  ['', undefined, false],
  ['2026-11-20', undefined, false],
  ['2026-11-21', undefined, true],
  ['2199-01-01', '2199-01-02', true],
  // It was stored before the zone was changed.
  ['2026-11-21', '2026-11-21', false],
])('a site installed on %j, stored as %s: still to come is %s', (installed_on, stored, isAhead) => {
  expect(checkInstalled({ ...details, installed_on }, stored)).toEqual(
    isAhead ? { installed_on: fieldMessages.date_in_future } : {},
  )
})

test('the day is that of the site', () => {
  const auckland = { ...details, time_zone: 'Pacific/Auckland', installed_on: '2026-11-21' }
  expect(checkInstalled(auckland)).toEqual({})
})
