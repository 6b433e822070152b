import { queryClient } from '@gatehouse/api-client/query-client'
import {
  getSignInMethodEndpoint,
  issuePairingCodeEndpoint,
  type SignInMethod,
  unpairDeviceEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { signInMethod } from '../../../test/sign-in-method.ts'
import { stubApi } from '../../../test/stub-api.ts'
import { MethodStates } from './method-cells.tsx'
import { MethodLimits } from './method-details.tsx'
import { MethodTablets } from './method-device.tsx'
import { PairModal } from './pair-modal.tsx'
import { methodQuery } from './queries.ts'

const kiosk: SignInMethod = { ...signInMethod, type: 'kiosk' }

test('a kiosk gets a link for its tablet, and word of it when it was used', async () => {
  const server = stubApi()
  server.on(getSignInMethodEndpoint, () => kiosk)
  server.on(issuePairingCodeEndpoint, () => ({ code: 'ABCD2345', expires_at: '2026-01-02T03:14:05.000Z' }))
  await renderPage({ Page: () => <PairModal id={kiosk.id} onClose={() => {}} /> })
  await expect.element(page.getByText('https://gate.example/FYER#pair=ABCD2345')).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'QR code that pairs a tablet' })).toBeVisible()
  queryClient.setQueryData(methodQuery(kiosk.id).queryKey, { ...kiosk, paired_tablets: 1 })
  await expect.element(page.getByText('Foyer is paired')).toBeVisible()
  await expect.element(page.getByText(/#pair=/)).not.toBeInTheDocument()
})

test('its tablets are counted, and unpaired once that is confirmed', async () => {
  const server = stubApi()
  server.on(unpairDeviceEndpoint, () => {})
  await renderPage({
    Page: () => <MethodTablets method={{ ...kiosk, paired_tablets: 2 }} onPair={() => {}} />,
  })
  await expect.element(page.getByRole('definition')).toHaveTextContent('2')
  await page.getByRole('button', { name: 'Unpair' }).click()
  expect(server.requestsOf(unpairDeviceEndpoint)).toHaveLength(0)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpair' }).click()
  await expect.element(page.getByText('The tablets of Foyer are unpaired.')).toBeVisible()
})

test('who only looks sees how many there are', async () => {
  stubApi()
  await renderPage({
    Page: () => <MethodTablets method={{ ...kiosk, can_manage: false }} onPair={() => {}} />,
  })
  await expect.element(page.getByRole('definition')).toHaveTextContent('0')
  await expect.element(page.getByRole('button', { name: 'Pair a tablet' })).not.toBeInTheDocument()
})

test('what was limited is told by the clock of the site', async () => {
  stubApi()
  const method: SignInMethod = {
    ...kiosk,
    limited: [{ what: 'sign_out_search', since: '2026-01-01T22:41:05.000Z' }],
  }
  await renderPage({
    Page: () => (
      <>
        <MethodStates method={method} />
        <MethodLimits method={method} />
      </>
    ),
  })
  await expect.element(page.getByText(/^Sign-out searches limited since 9:41/)).toBeVisible()
  await expect.element(page.getByText('Limited', { exact: true })).toBeVisible()
})
