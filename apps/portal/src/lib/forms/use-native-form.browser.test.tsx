import { loginFieldMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { LoginInput, loginEndpoint } from '@gatehouse/validation/endpoints/sessions'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi, type StubApi } from '../../../test/stub-api.ts'
import { publicApi } from '../api.ts'
import { FormNotices } from './form-notices.tsx'
import { useNativeForm } from './use-native-form.ts'

function Page() {
  const [failures, setFailures] = useState(0)
  const form = useNativeForm({
    messages: loginFieldMessages,
    id: 'form',
    schema: LoginInput,
    read: (data) => ({ email: data.get('email'), password: data.get('password') }),
    submit: async (body) => {
      await publicApi.call(loginEndpoint, { body })
    },
    onError: () => setFailures((before) => before + 1),
  })
  return (
    <form {...form.props}>
      <FormNotices form={form} />
      <Field label="Email" {...form.field('email')}>
        <TextInput type="email" name="email" autoComplete="username" required />
      </Field>
      <Field label="Password" {...form.field('password')}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          showLabel="Show password"
          hideLabel="Hide password"
          required
        />
      </Field>
      <Button type="submit" busy={form.isBusy}>
        Send
      </Button>
      <output>{form.isSuccess ? 'Sent' : `${failures} failures`}</output>
    </form>
  )
}

const email = page.getByRole('textbox', { name: 'Email' })
const password = page.getByRole('textbox', { name: 'Password' })
const send = page.getByRole('button', { name: 'Send' })
const summary = page.getByRole('alert')
const session = {
  token: 'token',
  authenticated: true,
  twoFAMethods: [],
  config: { look: 'presence', isPulse: false, isBatbooth: false, language: 'en-au', region: 'AU' },
} as const

let server: StubApi
beforeEach(async () => {
  server = stubApi()
  server.on(loginEndpoint, () => ({ ...session, twoFAMethods: [] }))
  await renderPage({ Page })
})
const sent = () => server.requestsOf(loginEndpoint).map(({ body }) => body)

test('what a password manager filled without telling anybody is sent, and Enter sends', async () => {
  await expect.element(email).toBeVisible()
  ;(email.element() as HTMLInputElement).value = 'ann@example.org'
  ;(password.element() as HTMLInputElement).value = 'secret'
  ;(password.element() as HTMLInputElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Sent')).toBeVisible()
  expect(sent()).toEqual([{ email: 'ann@example.org', password: 'secret' }])
})

test('two presses in one moment send once', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.on(loginEndpoint, async () => {
    await held
    return { ...session, twoFAMethods: [] }
  })
  await email.fill('ann@example.org')
  await password.fill('secret')
  const form = document.querySelector('form')!
  form.requestSubmit()
  form.requestSubmit()
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  form.requestSubmit()
  release()
  await expect.element(page.getByText('Sent')).toBeVisible()
  expect(sent()).toHaveLength(1)
})

test('errors stand beside the fields and on top, and go as soon as they are right', async () => {
  await send.click()
  await expect.element(summary).toHaveFocus()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ann')
  await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(2)
  await email.fill('ann@example.org')
  await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(1)
  await password.fill('s')
  await expect.element(summary).not.toBeInTheDocument()
  expect(sent()).toEqual([])
})

test('an error of the server beside a field goes when the field changes, and then the form can be sent', async () => {
  server.on(loginEndpoint, () => {
    throw new StubApiError('bad_request', { password: 'current_password_wrong' })
  })
  await email.fill('ann@example.org')
  await password.fill('secret')
  await send.click()
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ben@example.org')
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill('secret 2')
  await expect.element(summary).not.toBeInTheDocument()
  await expect.element(page.getByText('0 failures')).toBeVisible()
  server.on(loginEndpoint, () => ({ ...session, twoFAMethods: [] }))
  await send.click()
  await expect.element(page.getByText('Sent')).toBeVisible()
  expect(sent()).toHaveLength(2)
})

test('an error that belongs to no field stands on top until the form is sent again', async () => {
  server.on(loginEndpoint, () => {
    throw new StubApiError('unauthenticated')
  })
  await email.fill('ann@example.org')
  await password.fill('secret')
  await send.click()
  await expect.element(summary).toMatchTextContent(/Please log in\./)
  await expect.element(page.getByText('1 failures')).toBeVisible()
  server.on(loginEndpoint, () => ({ ...session, twoFAMethods: [] }))
  await send.click()
  await expect.element(summary).not.toBeInTheDocument()
  await expect.element(page.getByText('Sent')).toBeVisible()
})

test('an error of what is no field of the form stands on top, beside those of its fields', async () => {
  server.on(loginEndpoint, () => {
    throw new StubApiError('bad_request', { program: 'unknown_field', email: 'email_invalid' })
  })
  await email.fill('ann@example.org')
  await password.fill('secret')
  await send.click()
  await expect.poll(() => summary.getByRole('link').elements()).toHaveLength(1)
  await expect.element(page.getByText('program: This field is unknown')).toBeVisible()
})
