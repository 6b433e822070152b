import { errorCodesOf } from '@gatehouse/validation/endpoint'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'
import type { Plugin } from 'vite'

/** Modules that the router always brings along and that this app does not need: its link component, its memory of scroll positions, its reading of queries and its rewriting of addresses. */
const unusedModules = [
  '@tanstack/react-router/dist/esm/link.js',
  '@tanstack/router-core/dist/esm/scroll-restoration.js',
  '@tanstack/router-core/dist/esm/searchParams.js',
  '@tanstack/router-core/dist/esm/rewrite.js',
]
/** Writes phone numbers, which this app only checks. */
const phoneFormat = 'libphonenumber-js/es6/format.js'
const noFormat = 'export const chooseFormatForNumber = () => {}; export default () => {}'
const phoneMetadata = 'libphonenumber-js/metadata.min.json.js'
const allErrorCodes = 'validation/src/error-codes.ts'
const reducedModules = [...unusedModules, phoneFormat, phoneMetadata, allErrorCodes]

/**
 * Leaves out parts of libraries, and of our own packages, that a phone would load for nothing. The build fails where a library no longer has such a part, so that
 * an update of it is noticed.
 */
export function withoutUnusedParts(): Plugin {
  const found = new Set<string>()
  const find = (id: string) => reducedModules.find((name) => id.replaceAll('\\', '/').endsWith(`/${name}`))
  return {
    name: 'gatehouse:without-unused-parts',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform(code, id) {
      const name = find(id)
      if (name === undefined) return undefined
      found.add(name)
      return { code: reduce(name, code), map: null }
    },
    buildEnd(error) {
      const missing = reducedModules.filter((name) => !found.has(name))
      if (!error && missing.length > 0) throw new Error(`The app no longer loads ${missing.join(', ')}.`)
    },
  }
}

function reduce(name: string, code: string): string {
  if (name === phoneMetadata) return withoutFormats(code)
  if (name === phoneFormat) return noFormat
  return name === allErrorCodes ? codesOfVisitors() : withoutContent(code)
}

/** The error codes that a call without a session may get, and the general code of each status. */
export function codesOfVisitors(): string {
  const own = Object.values(endpoints)
    .filter(({ access }) => access === 'public')
    .flatMap(errorCodesOf)
  const codes = Object.entries(errorCodes) as [ErrorCode, number][]
  const isGeneral = (code: ErrorCode, status: number) =>
    codes.find(([, other]) => other === status)?.[0] === code
  const kept = codes.filter(([code, status]) => own.includes(code) || isGeneral(code, status))
  return `export const errorCodes = ${JSON.stringify(Object.fromEntries(kept))}`
}

/** A module with the same names, each of which does nothing: what would change a value returns it, as where nothing is to be changed. */
function withoutContent(code: string): string {
  const names = /\bexport \{([^}]*)\}/
    .exec(code)?.[1]
    ?.split(',')
    .map((name) => name.trim())
  if (!names?.every((name) => /^\w+$/.test(name))) throw new Error('The exports of the module are not known.')
  return names.map((name) => `export const ${name} = (_, value) => value`).join('\n')
}

const DEFAULT_EXPORT = 'export default '
/** Where the entry of a country has the patterns by which its numbers are written. */
const FORMATS = 4

interface PhoneMetadata {
  version: number
  countries: Record<string, unknown[]>
  nonGeographic: Record<string, unknown[]>
}

/** The phone numbers' metadata without the patterns by which numbers are written: the app checks numbers, and writes none. */
export function withoutFormats(code: string): string {
  const start = code.indexOf(DEFAULT_EXPORT) + DEFAULT_EXPORT.length
  const metadata = JSON.parse(code.slice(start).trim().replace(/;$/, '')) as PhoneMetadata
  if (metadata.version !== 4) throw new Error('The metadata of phone numbers have another version.')
  for (const country of [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)])
    country[FORMATS] = 0
  return DEFAULT_EXPORT + JSON.stringify(metadata)
}
