import * as v from 'valibot'
import { say } from './field-codes.ts'

/** Why an outside server could not be called. The API finds the first three before it connects. */
export const outboundFailures = [
  'https_required',
  'port_refused',
  'private_address',
  'name_not_found',
  'connection_refused',
  'unreachable',
  'connection_lost',
  'certificate',
  'tls',
  'timeout',
  'too_large',
  'not_http',
  'failed',
] as const
export type OutboundFailure = (typeof outboundFailures)[number]

/**
 * An http or https URL in its canonical spelling: IPv4 numbers in any notation become decimal, a
 * trailing dot of the host and the fragment are removed. It holds no user name and no password.
 */
export function OutboundUrl(maxCharacters: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxCharacters, say('too_long')),
    v.check((text) => readUrl(text) !== undefined, say('url_invalid')),
    v.check((text) => !hasCredentials(text), say('url_credentials')),
    v.transform((text) => readUrl(text)?.href ?? text),
    // Percent-encoding makes it longer.
    v.maxLength(maxCharacters, say('too_long')),
  )
}

function readUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.hostname.split('.').includes('') ? undefined : url
}

function hasCredentials(text: string): boolean {
  const url = readUrl(text)
  return url !== undefined && (url.username !== '' || url.password !== '')
}
