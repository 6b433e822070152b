import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures.ts'
import { type Language, languageTags, Translations } from './translations.ts'

const languages: Language[] = ['es', 'en', 'en-au']

/** The same page in each language, through its own switch; ends in Australian English. */
export async function inEachLanguage(
  page: Page,
  look: (texts: Translations) => Promise<void>,
): Promise<void> {
  for (const language of languages) {
    await page.getByRole('contentinfo').getByRole('combobox').selectOption(languageTags[language])
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[language])
    const texts = new Translations(language)
    await look(texts)
    await texts.expectNoEnglish(page)
    await expectAccessible(page)
  }
}
