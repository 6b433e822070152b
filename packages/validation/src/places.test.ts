import { getCountries } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { regions, TimeZone } from './places.ts'

it('are those of the numbering plans', () => {
  expect([...regions]).toEqual(getCountries(metadata).sort())
})

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Australia/Sydney', 'Australia/Sydney'],
  ['UTC', 'UTC'],
])('the zone %s is kept as %s', (given, kept) => {
  expect(v.parse(TimeZone, given)).toBe(kept)
})

it.each(['Etc/Unknown', 'Mars/Olympus', 'EST', '+10:00', ''])('%j is no zone', (given) => {
  expect(v.is(TimeZone, given)).toBe(false)
})

it('each zone that a browser offers has a present name, and only one', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const kept = v.parse(TimeZone, zone)
    expect(v.parse(TimeZone, kept)).toBe(kept)
  }
})
