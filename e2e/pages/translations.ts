import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

export type Language = 'en-au' | 'en' | 'es'

/** The language tags of a page, in its `lang` and in the list of languages. */
export const languageTags: Record<Language, string> = { 'en-au': 'en-AU', en: 'en-US', es: 'es' }

/** The portal's texts in one language, by the English text in the code. */
export class Translations {
  readonly language: Language
  readonly #catalogue: Map<string, string>

  constructor(language: Language) {
    this.language = language
    this.#catalogue = readCatalogue(language)
  }

  /** A text of the catalogue with its placeholders filled in. */
  translate(english: string, values: Record<string, string> = {}): string {
    const translated = this.#catalogue.get(english)
    if (translated === undefined) throw new Error(`The catalogue does not hold “${english}”.`)
    return translated.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `{${name}}`)
  }

  /** A text as a pattern, in which placeholders and tags match any text. */
  pattern(english: string): RegExp {
    return patternOf(this.translate(english))
  }

  /** Fails if a text or label on the page is in English although the catalogue translates it. */
  async expectNoEnglish(page: Page): Promise<void> {
    if (this.language !== 'es') return
    const texts = await page.evaluate(() => {
      const found: (string | null)[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element) {
          for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
            found.push(node.getAttribute(name))
          if (node.childElementCount === 0) found.push(node.textContent)
        } else found.push(node.nodeValue)
      }
      return found.filter((text) => text !== null).map((text) => text.replace(/\s+/g, ' ').trim())
    })
    const own = [...this.#catalogue].filter(([english, spoken]) => english !== spoken)
    const known = new Set(own.map(([english]) => english))
    // The text around placeholders must be more than "on" or "of", which other texts contain too.
    const isTelling = (english: string) => english.replace(/\{\w+\}|[^a-z]/gi, '').length > 3
    const patterns = own
      .filter(([english]) => /\{\w+\}/.test(english) && isTelling(english))
      .map(([english]) => patternOf(english))
    const english = texts.filter((text) => known.has(text) || patterns.some((like) => like.test(text)))
    expect(english, 'texts in English').toEqual([])
  }
}

function patternOf(text: string): RegExp {
  const plain = text.replace(/<\/?\d+\/?>/g, '').trim()
  const parts = plain.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

/**
 * The entries of a `.po` file: English to translation. The source language's entries are their own
 * translation.
 */
function readCatalogue(language: Language): Map<string, string> {
  const folder = join(import.meta.dirname, '../../packages/i18n/catalogues')
  const files = ['login', 'shell', 'portal'].map((name) => join(folder, name, `${language}.po`))
  const entries = new Map<string, string>()
  for (const block of files.flatMap((file) => readFileSync(file, 'utf8').split('\n\n'))) {
    const [, id = '', text = ''] = /^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/m.exec(block) ?? []
    const english = unquote(id)
    if (english !== '') entries.set(english, unquote(text) || english)
  }
  return entries
}

function unquote(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line.startsWith('"'))
    .map((line) => JSON.parse(line) as string)
    .join('')
}
