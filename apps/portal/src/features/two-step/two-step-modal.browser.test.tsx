import {
  cancelTwoStepEndpoint,
  listTwoStepMethodsEndpoint,
  newTotpMethodEndpoint,
} from '@gatehouse/validation/endpoints/two-step'
import { useNavigate } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearPage, renderPage } from '../../../test/render-page.tsx'
import { stubApi, type StubApi } from '../../../test/stub-api.ts'
import { TwoStepModal } from './two-step-modal.tsx'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

function Page({ search }: { search: { modal?: string | number | undefined } }) {
  const navigate = useNavigate()
  const go = (modal?: number) => void navigate({ to: '/page', search: { modal } } as never)
  return (
    <>
      <button type="button" onClick={() => go(1)}>
        Open
      </button>
      {search.modal !== undefined && (
        <TwoStepModal account="ada@example.org" onChanged={() => {}} onClose={() => go()} />
      )}
    </>
  )
}

let server: StubApi
beforeEach(() => {
  clearPage()
  server = stubApi()
  server.on(listTwoStepMethodsEndpoint, () => [])
  server.on(newTotpMethodEndpoint, () => ({
    id,
    type: 'totp' as const,
    uri: 'otpauth://totp/Gatehouse:ada?secret=JBSWY3DPEHPK3PXP',
    secret: 'JBSWY3DPEHPK3PXP',
  }))
  server.on(cancelTwoStepEndpoint, () => undefined)
})
const cancelled = () => server.requestsOf(cancelTwoStepEndpoint).map(({ body }) => body)
const next = page.getByRole('button', { name: 'Next' })
const setUp = page.getByRole('button', { name: 'Set up' })
const qrCode = page.getByRole('img', { name: 'QR code for your authenticator app' })
const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
const code = page.getByRole('textbox', { name: 'Verification code' })

async function openSetUp() {
  const portal = await renderPage({ Page })
  await page.getByRole('button', { name: 'Open' }).click()
  await setUp.click()
  return portal
}

async function openQrCode() {
  const portal = await openSetUp()
  await next.click()
  await expect.element(qrCode).toBeVisible()
  return portal
}

describe('Escape in the set-up of an authenticator', () => {
  test('asks while the QR code is shown, and the same code stays', async () => {
    await openQrCode()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(qrCode).toBeVisible()
    expect(cancelled()).toEqual([])
    expect(server.requestsOf(newTotpMethodEndpoint)).toHaveLength(1)
  })

  test('asks at the code of the app, and drops the set-up once that is confirmed', async () => {
    await openQrCode()
    await next.click()
    await expect.element(code).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.element(setUp).toBeVisible()
    expect(cancelled()).toEqual([{ methods: [id] }])
  })

  test('does not ask before anything was prepared', async () => {
    await openSetUp()
    await expect.element(next).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(setUp).toBeVisible()
    expect(cancelled()).toEqual([])
  })
})

describe('the set-up of an authenticator', () => {
  test('is not left by Back unasked', async () => {
    const portal = await openQrCode()
    portal.back()
    await expect.element(question).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(qrCode).toBeVisible()
    portal.back()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(portal.url()).toBe('/page')
  })

  test('is dropped by its own button without a question', async () => {
    await openQrCode()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(setUp).toBeVisible()
    expect(cancelled()).toEqual([{ methods: [id] }])
  })
})
