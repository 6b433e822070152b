// The style sheets and the texts of a real page, including the parts that a board loads later.
import '@gatehouse/ui/foundation.css'
import '@gatehouse/ui/tokens/desk.css'
import './src/app.css'
import { queryClient } from '@gatehouse/api-client/query-client'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { loadLater } from './src/features/board/use-later.ts'
import { activateLocale } from './src/lib/language.ts'

await activateLocale('en-au')
await loadLater()
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})
