import { defaultLanguage, languages, type Language } from '@gatehouse/validation/vocabulary'

/**
 * The first offered language that matches the preferences: `es-MX` matches `es`, `en-US` and plain
 * `en` match `en`, any other English such as `en-NZ` matches `en-au`.
 * @param preferred language tags (BCP 47), best first, as in `navigator.languages` or
 *   `Accept-Language`
 */
export function chooseLanguage(
  preferred: readonly string[],
  offered: readonly Language[] = languages,
): Language {
  for (const tag of preferred) {
    const found = matchLanguage(tag.toLowerCase())
    if (found && offered.includes(found)) return found
  }
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage)
}

/** The language tags of an `Accept-Language` header, highest weight first (RFC 9110, 12.5.4). */
export function parseAcceptLanguage(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

const americanEnglish = new Set(['en', 'en-us', 'en-ca', 'en-ph', 'en-pr'])

function matchLanguage(tag: string): Language | undefined {
  if (tag === 'es' || tag.startsWith('es-')) return 'es'
  if (americanEnglish.has(tag) || tag.startsWith('en-us-')) return 'en'
  if (tag.startsWith('en-')) return 'en-au'
  return undefined
}
