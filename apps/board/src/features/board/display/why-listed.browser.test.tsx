import { queryClient } from '@gatehouse/api-client/query-client'
import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { explainListingEndpoint } from '@gatehouse/validation/endpoints/listing-reason'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderBoardPart, site } from '../../../../test/render-muster.tsx'
import { tokens } from '../../../lib/api.ts'
import { WhyListed } from './why-listed.tsx'

beforeEach(() => tokens.set('a session'))
afterEach(() => {
  tokens.set(undefined)
  queryClient.clear()
  vi.restoreAllMocks()
})

test.each([false, true])('says whether a refused answer came before the sign-in: %s', async (isAfter) => {
  const reason: EndpointOutput<typeof explainListingEndpoint> = {
    signedInAt: '2026-11-20T20:00:00.000Z',
    source: 'phone',
    method: 'Front door',
    place: null,
    arrivedAt: null,
    afterRefusal: isAfter,
    rule: 'on_site',
    overdueAfterHours: 13,
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(reason))
  await renderBoardPart(<WhyListed site={site} personId="ana" />)
  await expect.element(page.getByText(/^Signed in with a phone, .*Front door$/)).toBeVisible()
  const refused = page.getByText('This person was refused less than a day before, because of an answer.')
  if (isAfter) await expect.element(refused).toBeVisible()
  else expect(refused.query()).toBeNull()
})
