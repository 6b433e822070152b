import { listTwoStepMethodsEndpoint, verifyTwoStepEndpoint } from '@gatehouse/validation/endpoints/two-step'
import { resetTwoStepEndpoint } from '@gatehouse/validation/endpoints/users'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { ResetFactorsModal } from './reset-factors-modal.tsx'

const ID = '00000000-0000-4000-8000-000000000001'

async function open(methods: { id: string; type: 'totp' }[]) {
  const api = stubApi()
  const onReset = vi.fn<() => void>()
  api.on(listTwoStepMethodsEndpoint, () => methods)
  api.on(verifyTwoStepEndpoint, ({ body }) => ({ valid: (body as { code: string }).code === '123456' }))
  api.on(resetTwoStepEndpoint, () => undefined as never)
  await renderPage({
    Page: () => <ResetFactorsModal id={ID} name="Ana Haddad" onReset={onReset} onClose={() => {}} />,
    person: { admin: true },
  })
  return { api, onReset }
}

test('an administrator without a second factor is told to set one up first', async () => {
  await open([])
  await expect
    .element(page.getByText(/^Set up two-step authentication for your own account first/))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Verify' })).not.toBeInTheDocument()
})

test('a wrong code resets nothing, the right one does', async () => {
  const { api, onReset } = await open([{ id: ID, type: 'totp' }])
  const resets = () => api.requests.filter(({ endpoint }) => endpoint === resetTwoStepEndpoint)
  await page.getByRole('textbox').first().click()
  await userEvent.keyboard('000000')
  await expect.element(page.getByText('Incorrect verification code. Please try again.')).toBeVisible()
  expect(resets()).toHaveLength(0)
  await userEvent.keyboard('123456')
  await expect.poll(() => onReset.mock.calls.length).toBe(1)
  expect(resets().map(({ params }) => params)).toEqual([{ id: ID }])
})
