import type { Plugin } from 'vite'

const DEFAULT_EXPORT = 'export default '
/** Where the entry of a country has the patterns by which its numbers are written. */
const FORMATS = 4

interface PhoneMetadata {
  version: number
  countries: Record<string, unknown[]>
  nonGeographic: Record<string, unknown[]>
}

/** Leaves out how phone numbers are written, 9 kB of the library's metadata: this app only checks them. */
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
