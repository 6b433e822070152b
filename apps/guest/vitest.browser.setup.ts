// The style sheets and the texts of a real page.
import '@gatehouse/ui/foundation.css'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { activateLocale } from './src/lib/language.ts'

await activateLocale('en-au')
afterEach(cleanup)
