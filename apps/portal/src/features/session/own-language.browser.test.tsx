import { getProfileEndpoint, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { profile as known } from '../../../test/profile.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { useSaveLanguage } from './own-language.ts'

const profile = { ...known, pending_email: 'ann@example.net' }

function Chooser() {
  const save = useSaveLanguage(profile)
  return (
    <button type="button" onClick={() => save('es')}>
      Español
    </button>
  )
}

test('the language is saved with the details as they are on the server, also while a new email waits', async () => {
  const server = stubApi()
  const newer = { ...profile, first_name: 'Anne', last_modified: '2026-11-20T03:04:06.000Z' }
  server.on(getProfileEndpoint, () => newer)
  server.on(updateProfileEndpoint, () => ({ ...newer, language: 'es' as const }))
  await renderPage({ Page: Chooser })
  await page.getByRole('button', { name: 'Español' }).click()
  await expect.poll(() => server.requestsOf(updateProfileEndpoint)).toHaveLength(1)
  expect(server.requestsOf(updateProfileEndpoint)[0]).toMatchObject({
    ifMatch: '"2026-11-20T03:04:06.000Z"',
    body: { first_name: 'Anne', email: 'ann@example.org', language: 'es' },
  })
})
