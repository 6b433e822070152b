import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { withInstallation } from '../../../test/with-installation.ts'
import { QrTestPage } from './qr-test-page.tsx'

test('an address that is pasted for the key stays as it is, and its key is read', async () => {
  stubApi().on(listSignInMethodsEndpoint, () => ({ items: [], total: 0 }))
  const chosen: string[] = []
  await renderPage({ Page: () => <QrTestPage code="" onCode={(code) => chosen.push(code)} /> })
  const field = page.getByLabelText(/^Key/)
  await field.fill('http://localhost:50212/gate/')
  await expect.element(field).toHaveValue('http://localhost:50212/gate/')
  await expect.element(page.getByRole('img', { name: 'QR code of the key GATE' })).toBeVisible()
  await expect.element(page.getByText(/A key has four characters/)).not.toBeInTheDocument()
  expect(chosen).toEqual(['GATE'])
})

test('no code is drawn that leads to the server alone, where the page was opened from elsewhere', async () => {
  withInstallation({ publicUrl: 'http://localhost:8080' })
  stubApi().on(listSignInMethodsEndpoint, () => ({ items: [], total: 0 }))
  await renderPage({
    Page: () => <QrTestPage code="GATE" onCode={() => {}} origin="http://192.168.1.20:8080" />,
  })
  await expect.element(page.getByText('Phones can’t open http://localhost:8080')).toBeVisible()
  expect(page.getByRole('img', { name: 'QR code of the key GATE' }).query()).toBeNull()
})
