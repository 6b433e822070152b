import { verifyTwoStepEndpoint } from '@gatehouse/validation/endpoints/two-step'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi, type StubApi } from '../../../test/stub-api.ts'
import { CodeEntry } from './code-entry.tsx'

const both = [
  { id: '1', type: 'totp' },
  { id: '2', type: 'recovery-codes' },
] as const

function Page({ methods = both }: { methods?: readonly { type: 'totp' | 'recovery-codes' }[] }) {
  const [passed, setPassed] = useState<string>()
  return (
    <>
      <CodeEntry
        methods={methods}
        canRemember
        onPassed={({ rememberToken }) => setPassed(rememberToken ?? 'no token')}
        spentAction={
          <button type="button" autoFocus>
            Log in again
          </button>
        }
      />
      {passed !== undefined && <output>Passed with {passed}</output>}
    </>
  )
}

const code = page.getByRole('textbox', { name: 'Verification code' })
const recovery = page.getByRole('textbox', { name: 'Recovery code' })
const verify = page.getByRole('button', { name: 'Verify' })
const useRecovery = page.getByRole('button', { name: 'Use a recovery code instead' })
const useApp = page.getByRole('button', { name: 'Use a verification code instead' })
const wrongCode = page.getByText('Incorrect verification code. Please try again.')

let server: StubApi
beforeEach(() => {
  server = stubApi()
})
const sent = () => server.requestsOf(verifyTwoStepEndpoint).map(({ body }) => body)
const render = (methods: readonly { type: 'totp' | 'recovery-codes' }[] = both) =>
  renderPage({ Page: () => <Page methods={methods} /> })

describe('a verification code', () => {
  test('has the focus at once and is sent with its last digit, once', async () => {
    server.on(verifyTwoStepEndpoint, () => ({ valid: true }))
    await render()
    await expect.element(code).toHaveFocus()
    await userEvent.keyboard('123456')
    await expect.element(page.getByText('Passed with no token')).toBeVisible()
    expect(sent()).toEqual([{ type: 'totp', code: '123456', remember: false }])
  })

  test('is sent once where the form is submitted twice before the page renders again', async () => {
    server.on(verifyTwoStepEndpoint, () => ({ valid: true }))
    await render([{ type: 'recovery-codes' }])
    await recovery.fill('abcdef-gh2345')
    const { form } = recovery.element() as HTMLInputElement
    form?.requestSubmit()
    form?.requestSubmit()
    await expect.element(page.getByText('Passed with no token')).toBeVisible()
    expect(sent()).toEqual([{ type: 'recovery-codes', code: 'abcdef-gh2345' }])
  })

  test('is pasted with blanks, and remembers the device where that was asked for', async () => {
    server.on(verifyTwoStepEndpoint, () => ({ valid: true, rememberToken: 'remembered' }))
    await render()
    await page.getByRole('checkbox', { name: /Remember this device/ }).click()
    await code.fill('123 456')
    await expect.element(page.getByText('Passed with remembered')).toBeVisible()
    expect(sent()).toEqual([{ type: 'totp', code: '123456', remember: true }])
  })

  test('that is too short is not sent; its error goes with the last digit', async () => {
    server.on(verifyTwoStepEndpoint, () => ({ valid: true }))
    await render()
    await code.fill('123')
    await verify.click()
    await expect.element(code).toHaveAttribute('aria-invalid', 'true')
    await expect.element(code).toHaveFocus()
    expect(sent()).toEqual([])
    await userEvent.keyboard('456')
    await expect.element(code).not.toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByText('Passed with no token')).toBeVisible()
  })

  test('that is wrong is said, emptied, and asked for again in the same field', async () => {
    server.on(verifyTwoStepEndpoint, ({ body }) => ({ valid: (body as { code: string }).code === '222222' }))
    await render()
    await code.fill('111111')
    await expect.element(wrongCode).toBeVisible()
    await expect.element(code).toHaveValue('')
    await expect.element(code).toHaveFocus()
    await userEvent.keyboard('222222')
    await expect.element(page.getByText('Passed with no token')).toBeVisible()
    await expect.element(wrongCode).not.toBeInTheDocument()
  })
})

describe('a recovery code', () => {
  test('takes the place of the other with the focus, and back, without an error of before', async () => {
    server.on(verifyTwoStepEndpoint, () => ({ valid: false }))
    await render()
    await code.fill('111111')
    await expect.element(wrongCode).toBeVisible()
    await useRecovery.click()
    await expect.element(recovery).toHaveFocus()
    await expect.element(wrongCode).not.toBeInTheDocument()
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
    await useApp.click()
    await expect.element(code).toHaveFocus()
  })

  test('that is missing or wrong is said beside the field, and goes with the next letter', async () => {
    server.on(verifyTwoStepEndpoint, () => ({ valid: false }))
    await render()
    await useRecovery.click()
    await verify.click()
    await expect.element(recovery).toHaveAttribute('aria-invalid', 'true')
    await expect.element(recovery).toHaveFocus()
    expect(sent()).toEqual([])
    await userEvent.keyboard('aaaaaa-aaaaaa')
    await expect.element(recovery).not.toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Invalid recovery code')).toBeVisible()
    await expect.element(recovery).toHaveFocus()
    await userEvent.keyboard('b')
    await expect.element(page.getByText('Invalid recovery code')).not.toBeInTheDocument()
  })

  test('is the only way where no app is set up', async () => {
    await render([{ type: 'recovery-codes' }])
    await expect.element(recovery).toHaveFocus()
    await expect.element(useApp).not.toBeInTheDocument()
  })
})

describe('what the server refuses', () => {
  test('too many wrong codes of the account: how long to wait, and the focus stays in the field', async () => {
    server.on(verifyTwoStepEndpoint, () => {
      throw new StubApiError('second_factor_locked')
    })
    await render()
    await code.fill('111111')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/You can try again in 1 minute\./)
    await expect.element(code).toHaveValue('')
    await expect.element(code).toHaveFocus()
  })

  test('too many wrong codes of the session: only a new login is offered, with the focus on it', async () => {
    server.on(verifyTwoStepEndpoint, () => {
      throw new StubApiError('second_factor_spent')
    })
    await render()
    await code.fill('111111')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Please log in again\./)
    await expect.element(code).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Log in again' })).toHaveFocus()
  })

  test('a failure keeps the code, so that it can be sent again', async () => {
    server.on(verifyTwoStepEndpoint, () => {
      throw new StubApiError('internal')
    })
    await render()
    await code.fill('123456')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Please try again later\./)
    await expect.element(code).toHaveValue('123456')
    server.on(verifyTwoStepEndpoint, () => ({ valid: true }))
    await verify.click()
    await expect.element(page.getByText('Passed with no token')).toBeVisible()
  })
})
