import type { Plugin } from 'vite'

const DEFAULT_EXPORT = 'export default '
/** Index of the format patterns in a country's metadata. */
const FORMATS = 4

interface PhoneMetadata {
  version: number
  countries: Record<string, unknown[]>
  nonGeographic: Record<string, unknown[]>
}

/**
 * Removes the number formats from the phone library's metadata (9 kB): this app only validates
 * numbers.
 */
export function withoutPhoneFormats(): Plugin {
  return {
    name: 'gatehouse:without-phone-formats',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform: {
      filter: { id: /libphonenumber-js\/metadata\.min\.json\.js$/ },
      handler: (code) => ({ code: withoutFormats(code), map: null }),
    },
  }
}

export function withoutFormats(code: string): string {
  const start = code.indexOf(DEFAULT_EXPORT) + DEFAULT_EXPORT.length
  const metadata = JSON.parse(code.slice(start).trim().replace(/;$/, '')) as PhoneMetadata
  if (metadata.version !== 4) throw new Error('The metadata of phone numbers have another version.')
  for (const country of [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)])
    country[FORMATS] = 0
  return DEFAULT_EXPORT + JSON.stringify(metadata)
}
