import * as v from 'valibot'
import type { FieldCode } from './field-codes.ts'
import { spellingKeyOf } from './spelling-key.ts'
import { type Language, languages } from './vocabulary.ts'

/** One of several answers, its key, and the names of its text fields. */
interface Worded {
  key: string | number
  answer: object
  own: string
  translated: string
  text: string
  texts: { [Name in Language]?: string | undefined }
}

/**
 * Refuses an answer that reads the same as an earlier one in any language, ignoring case and
 * blanks. A missing translation is read in the client's language. Empty texts are not compared:
 * another rule refuses them.
 */
export function differentWords<Answers extends object>(
  message: FieldCode,
  answersOf: (answers: Answers) => Worded[],
) {
  return v.rawCheck<Answers>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const answers = dataset.value
    const refused = new Set<string>()
    for (const language of [undefined, ...languages]) {
      const seen = new Set<string>()
      for (const { key, answer, own, translated, text, texts } of answersOf(answers)) {
        const translation = language && texts[language]
        const words = spellingKeyOf(translation ?? text)
        const path = translation === undefined ? [key, own] : [key, translated, language]
        if (words !== '' && seen.has(words) && !refused.has(path.join())) {
          refused.add(path.join())
          addIssue({ message, path: pathOf(answers, path, answer) })
        }
        seen.add(words)
      }
    }
  })
}

function pathOf(
  answers: object,
  [key, ...fields]: readonly unknown[],
  answer: object,
): [v.IssuePathItem, ...v.IssuePathItem[]] {
  const first = { type: 'unknown' as const, origin: 'value' as const, input: answers, key, value: answer }
  return [
    first,
    ...fields.map((field) => ({
      type: 'unknown' as const,
      origin: 'value' as const,
      input: answer,
      key: field,
      value: '',
    })),
  ]
}
