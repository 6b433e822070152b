import { isMethodKey } from '@gatehouse/validation/method-key'

/** What a code means for sign-ins. */
export type ReadCode =
  /** The expected URL. */
  | 'match'
  /** The guest page of another key. */
  | 'other-key'
  /** The right key on another host, such as that of a test installation. */
  | 'other-host'
  /** Any other text. */
  | 'foreign'

/** Compares a code's text with the URL that it should have. */
export function compareCode(text: string, expected: string): ReadCode {
  if (text === expected) return 'match'
  const [read, wanted] = [parse(text), parse(expected)]
  if (!read || !wanted) return 'foreign'
  const keyOf = ({ pathname }: URL) => pathname.slice(1).replace(/\/$/, '').toUpperCase()
  if (!isMethodKey(keyOf(read))) return 'foreign'
  if (keyOf(read) !== keyOf(wanted)) return 'other-key'
  return read.host === wanted.host ? 'match' : 'other-host'
}

/**
 * The key in a typed or pasted text: a key, or the URL of a guest page. Full-width letters and
 * digits, as some keyboards write them, are read as plain ones.
 */
export function readKey(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '')
  const path = (plain.includes('://') ? parse(plain)?.pathname : undefined) ?? plain.split(/[?#]/)[0] ?? ''
  const parts = path.split('/').filter((part) => part !== '')
  return (parts.at(-1) ?? '').toUpperCase()
}

/** Older browsers lack `URL.parse`. */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
