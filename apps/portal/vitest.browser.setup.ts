// The style sheets, texts and behaviour of a real page: a test can't see or reach what a person
// can't.
import '@gatehouse/ui/foundation.css'
import '@gatehouse/ui/tokens/desk.css'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { activateLocale, loadTexts } from './src/lib/language.ts'
import { clearPage } from './test/render-page.tsx'

await activateLocale('en-au')
await Promise.all([loadTexts('shell'), loadTexts('portal')])
// Each test is a page of its own: the focus of the one before is unknown.
beforeEach(() => keepFocus())
afterEach(async () => {
  await cleanup()
  clearPage()
})
