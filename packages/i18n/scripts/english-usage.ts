/** Words of another register: the left ones are refused, the right ones are used instead. */
const words: readonly [wrong: RegExp, right: string][] = [
  [/\b(?:is|are|was|were|been|be|gets?) told\b/gi, 'notified'],
  [/\bstands? (?:here|there|in|on|beside)\b/gi, 'is listed, appears, is shown'],
  [/\bwho(?:ever|soever)\b|\bwhomever\b/gi, 'anyone who, or the role'],
  [/\b(?:some|any|every)body\b/gi, 'a person, anyone, everyone'],
  [/\banew\b/gi, 'again'],
  [/\bby (?:it|them)sel(?:f|ves)\b/gi, 'automatically'],
  [/\bgiven up\b/gi, 'failed'],
  [/\bfrom now on\b|\bby now\b|\bmeanwhile\b/gi, '(leave it out)'],
  [/\bin force\b/gi, 'active'],
  [/\bin the bell\b/gi, 'in notifications'],
]

/** A heading or a label that begins with Of, unless a number follows. */
const ofHeading = /^Of (?!\{|\d)/
const LONGEST_SENTENCE = 25

/** A message as its readers see it: a value is one word, and each branch of a plural a text. */
const textsOf = (message: string) =>
  message
    .replaceAll(/<\/?\d+\/?>/g, '')
    .replaceAll(/\{\w+\}/g, 'value')
    .split(/\{\w+, \w+,[^{]*\{|\}[^{}]*(?:\{|\}|$)/u)

const wordsIn = (sentence: string) => sentence.trim().split(/\s+/u).length

/** The faults of an English message or paragraph against the house style. */
export function englishFaults(message: string): string[] {
  const wrongWords = words.flatMap(([wrong, right]) =>
    (message.match(wrong) ?? []).map((found) => `“${found}”: say ${right}`),
  )
  const texts = textsOf(message)
  const longest = Math.max(...texts.flatMap((text) => text.split(/(?<=[.!?:;])\s+/u)).map(wordsIn))
  return [
    ...wrongWords,
    ...(ofHeading.test(message) ? ['it begins with “Of”: name the thing'] : []),
    ...(longest > LONGEST_SENTENCE ? [`a sentence of ${longest} words: divide it`] : []),
    ...(texts.some((text) => /\bplease\b.*\bplease\b/is.test(text)) ? ['more than one please'] : []),
  ]
}

/** The paragraphs, list items and table cells of a Markdown page, without code. */
export function proseOf(page: string): string[] {
  return page
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\||^#+ /mu)
    .map((part) => part.replaceAll(/\s+/gu, ' ').replaceAll('**', '').trim())
    .filter((part) => /\p{L}/u.test(part))
}
