import { fieldMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { toast } from '../../lib/toaster.ts'
import { checkLogin, type LoginErrors } from './check-login.ts'
import { readLoginFailure } from './login-failure.ts'
import { logIn } from './session.ts'

const EMAIL = 'login-email'
const PASSWORD = 'login-password'

/** Email and password. It never leads away by itself: the guards do, once there is a session. */
export function LoginForm() {
  const { t } = useLingui()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [isBusy, setBusy] = useState(false)
  const dismiss = useRef(() => {})

  const describe = (error: unknown): string => {
    const failure = readLoginFailure(error)
    switch (failure.kind) {
      case 'server':
        return t`Server failed to process request. Please contact support.`
      case 'account':
        return failure.message
      case 'refused':
        return t`Login failed. Email or password was incorrect.`
      case 'no_answer':
        return t`Service is currently unavailable. Please check your internet connection or contact support.`
    }
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    dismiss.current()
    // Read from the form, because a password manager may have filled it without telling React.
    const checked = checkLogin(new FormData(event.currentTarget))
    setErrors(checked.errors)
    if (!checked.input) {
      focusField(checked.errors.email ? EMAIL : PASSWORD)
      return
    }
    setBusy(true)
    try {
      await logIn(checked.input)
    } catch (error) {
      dismiss.current = toast('error', describe(error))
      focusField(PASSWORD)
      setBusy(false)
    }
  }

  const words = (key: LoginErrors[keyof LoginErrors]) => key && t(fieldMessages[key])
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack>
        <Field label={<Trans>Email</Trans>} id={EMAIL} error={words(errors.email)}>
          <TextInput
            type="email"
            name="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            required
          />
        </Field>
        <Field label={<Trans>Password</Trans>} id={PASSWORD} error={words(errors.password)}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            required
          />
        </Field>
        <Button type="submit" kind="primary" full busy={isBusy}>
          <Trans>Log in</Trans>
        </Button>
      </Stack>
    </form>
  )
}
