import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  getCountries,
  getExampleNumber,
  type MetadataJson,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/examples.mobile.json'
import metadata from 'libphonenumber-js/min/metadata'
import { describe, expect, it } from 'vitest'
import { withoutFormats } from './phone-metadata-plugin.ts'

const code = readFileSync(
  createRequire(import.meta.url)
    .resolve('libphonenumber-js/min/metadata')
    .replace(/\.json$/, '.json.js'),
  'utf8',
)
const reduced = JSON.parse(withoutFormats(code).replace('export default ', '')) as MetadataJson

describe('the metadata of phone numbers without the patterns by which they are written', () => {
  it('are half as large', () => {
    expect(JSON.stringify(reduced).length).toBeLessThan(0.65 * JSON.stringify(metadata).length)
  })

  it.each(getCountries(metadata))('read the numbers of %s as the whole metadata do', (country) => {
    const read = (text: string, from: MetadataJson) => {
      const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false }, from)
      return number && [number.number, number.ext, number.isValid(), number.isPossible()]
    }
    const example = getExampleNumber(country, examples, metadata)
    const written = [
      example?.number ?? '',
      example?.formatNational() ?? '',
      example?.formatInternational() ?? '',
    ]
    const texts = written.flatMap((text) => [
      text,
      text.slice(0, -1),
      `${text}7`,
      `0${text}`,
      `00${text.slice(1)}`,
    ])
    for (const text of texts) expect(read(text, reduced), text).toEqual(read(text, metadata))
    expect(read(written[1] ?? '', reduced)).toEqual([example?.number, undefined, true, true])
  })

  it('are refused in another version', () => {
    expect(() => withoutFormats('export default {"version":5,"countries":{},"nonGeographic":{}}')).toThrow()
  })
})
