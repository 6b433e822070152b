import { type Language, languages } from '@gatehouse/validation/vocabulary'
import type { ManagedQuestion } from '@gatehouse/validation/endpoints/questions'
import type { OutdatedTexts, QuestionAnswers } from '../../db/schema/questions.ts'
import type { Translated } from '../../db/schema/sign-in-methods.ts'

interface Words {
  text: string
  texts: Translated
  answers: QuestionAnswers
}
interface Part {
  text: string
  texts: Translated
}

/**
 * The translations that are outdated after a change, by language: of the question as `text`, of its
 * answers as `yes`, `no` or by their ids. A language that a person has confirmed is up to date.
 */
export function outdatedAfter(
  before: Words & { outdated: OutdatedTexts },
  after: Words,
  { at, confirmed }: { at: Date; confirmed: readonly Language[] },
): OutdatedTexts {
  const known = partsOf(before)
  const outdated: OutdatedTexts = {}
  for (const language of languages) {
    if (confirmed.includes(language)) continue
    const since: Record<string, string> = {}
    for (const [key, { text, texts }] of partsOf(after)) {
      const part = known.get(key)
      if (!part || texts[language] === undefined || texts[language] !== part.texts[language]) continue
      const changed = text === part.text ? before.outdated[language]?.[key] : at.toISOString()
      if (changed !== undefined) since[key] = changed
    }
    if (Object.keys(since).length > 0) outdated[language] = since
  }
  return outdated
}

function partsOf({ text, texts, answers }: Words): Map<string, Part> {
  const parts = new Map<string, Part>([['text', { text, texts }]])
  if (Array.isArray(answers))
    for (const { id, desc, descs = {} } of answers) parts.set(id, { text: desc, texts: descs })
  else if (answers)
    for (const key of ['yes', 'no'] as const)
      parts.set(key, { text: answers[key].text, texts: answers[key].texts ?? {} })
  return parts
}

/** The same for a copy, whose options have ids of their own in the same order. */
export function copyOutdated(
  outdated: OutdatedTexts,
  first: ManagedQuestion['answers'],
  copy: QuestionAnswers,
): OutdatedTexts {
  const idOf = (key: string) => {
    const at = Array.isArray(first) ? first.findIndex(({ id }) => id === key) : -1
    return (Array.isArray(copy) ? copy[at]?.id : undefined) ?? key
  }
  const renamed = (since: Record<string, string>) =>
    Object.fromEntries(Object.entries(since).map(([key, at]) => [idOf(key), at]))
  return Object.fromEntries(Object.entries(outdated).map(([language, since]) => [language, renamed(since)]))
}

/** By language, the time of the last change that its translation lacks. */
export function outdatedSince(outdated: OutdatedTexts): { [Name in Language]?: string } {
  return Object.fromEntries(
    Object.entries(outdated).map(([language, since]) => [language, Object.values(since).sort().at(-1)]),
  )
}
