import { listSignInMethodsEndpoint, type SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { SignInModal } from './sign-in-modal.tsx'

const SITE = '00000000-0000-4000-8000-000000000001'

const method: SignInMethod = {
  id: '00000000-0000-4000-8000-000000000002',
  key: 'abcd2345',
  url: 'https://gate.example/abcd2345',
  type: 'qr',
  name: 'Front door',
  location: '',
  site_id: SITE,
  site_name: 'Quay Hall',
  time_zone: 'UTC',
  serial_number: '',
  kiosk_id: '',
  versions: null,
  success_message: { en: '', es: '' },
  use_temperature: false,
  asks_host: false,
  look: null,
  shown_look: 'presence',
  colours: null,
  settings: {
    sample_seconds: null,
    result_seconds: null,
    standby_minutes: null,
    pressure_unit: 'kPa',
    pressure_min: null,
    pressure_max: null,
  },
  enabled: true,
  retired_at: null,
  connected: null,
  last_seen: null,
  device: null,
  waiting: 0,
  paired_tablets: 0,
  limited: [],
  last_modified: '2026-01-02T03:04:05.000Z',
  can_manage: true,
}

test('the only site and its method are chosen already, which is no change yet', async () => {
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [{ id: SITE, name: 'Quay Hall' }], has_more: false }))
  server.on(listSignInMethodsEndpoint, () => ({ items: [method], total: 1 }))
  const onClose = vi.fn<() => void>()
  await renderPage({ Page: () => <SignInModal siteId={undefined} onClose={onClose} /> })
  await expect.element(page.getByLabelText('Site', { exact: true })).toHaveValue(SITE)
  await expect.element(page.getByLabelText('Sign-in method')).toHaveValue(method.id)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(page.getByText('Close without saving?').elements()).toEqual([])
  expect(onClose).toHaveBeenCalledOnce()
})
