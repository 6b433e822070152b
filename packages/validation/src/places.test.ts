import { getCountries } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { expect, it } from 'vitest'
import { regions } from './places.ts'

it('are those of the numbering plans', () => {
  expect([...regions]).toEqual(getCountries(metadata).sort())
})
