import { afterEach, expect, it, vi } from 'vitest'
import { ownTimeZone, timeZoneOf } from './time-zone.ts'

afterEach(() => void vi.restoreAllMocks())

it.each(['Etc/Unknown', undefined, ''])('a browser whose zone is %j has UTC', (timeZone) => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
    ...options,
    timeZone: timeZone as string,
  })
  expect(ownTimeZone()).toBe('UTC')
})

it('a name that is no zone is the own one', () => {
  expect(timeZoneOf('Nowhere/Land')).toBe(ownTimeZone())
  expect(timeZoneOf('Australia/Perth')).toBe('Australia/Perth')
})
