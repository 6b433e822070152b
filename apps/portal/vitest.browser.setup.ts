// The style sheets, the texts and the behaviour of a real page: what a person cannot see or reach, a test cannot either.
import '@gatehouse/ui/foundation.css'
import '@gatehouse/ui/tokens/desk.css'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { activateLocale, loadTexts } from './src/lib/language.ts'
import { clearPage } from './test/render-page.tsx'

await activateLocale('en-au')
await Promise.all([loadTexts('shell'), loadTexts('portal')])
// Each test is a page of its own: what had the focus in the one before is not known.
beforeEach(() => keepFocus())
afterEach(async () => {
  await cleanup()
  clearPage()
})
