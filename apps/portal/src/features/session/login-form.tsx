import { ApiError } from '@gatehouse/api-client/api-error'
import { Button } from '@gatehouse/ui/core/button'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { linkClass } from '@gatehouse/ui/core/link'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { FormNotices } from '../../lib/form-notices.tsx'
import { toast } from '../../lib/toaster.ts'
import { useForm } from '../../lib/use-form.ts'
import { LoginFailureWords } from './login-failure-words.tsx'
import { logIn } from './session.ts'
import { TryAgain } from './try-again.tsx'

const ForgotPasswordModal = lazy(async () => ({
  default: (await import('./forgot-password-modal.tsx')).ForgotPasswordModal,
}))

const ID = 'login'

interface LoginFormProps {
  isForgetting: boolean
  onRemember: () => void
}

/** Email and password. It never leads away by itself: the guards do, once there is a session. */
export function LoginForm({ isForgetting, onRemember }: LoginFormProps) {
  const { t } = useLingui()
  const email = useRef<HTMLInputElement>(null)
  const [typedEmail, setTypedEmail] = useState('')
  const [blockedUntil, setBlockedUntil] = useState<number>()
  const dismiss = useRef(() => {})

  const form = useForm({
    id: ID,
    schema: LoginInput,
    read: (data) => ({ email: data.get('email'), password: data.get('password') }),
    send: (input) => {
      dismiss.current()
      setBlockedUntil(undefined)
      return logIn(input)
    },
    onFailure: (error) => {
      dismiss.current = toast('error', <LoginFailureWords error={error} />)
      // A server that is busy names a wait too, which is no fault of the person's.
      const wait = error instanceof ApiError && error.status < 500 ? error.retryAfterSeconds : undefined
      if (wait !== undefined) setBlockedUntil(Date.now() + wait * 1000)
      focusField(`${ID}-password`)
    },
    isLast: true,
  })

  return (
    <>
      <form {...form.props}>
        <Stack>
          {form.errors.length > 0 && <FormNotices form={form} />}
          {blockedUntil !== undefined && <TryAgain at={blockedUntil} />}
          <Field label={<Trans>Email</Trans>} {...form.field('email')}>
            <TextInput
              ref={email}
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
          <Field label={<Trans>Password</Trans>} {...form.field('password')}>
            <PasswordInput
              name="password"
              autoComplete="current-password"
              showLabel={t`Show password`}
              hideLabel={t`Hide password`}
              required
            />
          </Field>
          <Button type="submit" kind="primary" full busy={form.isBusy}>
            <Trans>Log in</Trans>
          </Button>
          <p>
            <Link
              from="/login"
              to="/login"
              search={(search) => ({ ...search, modal: 'forgot' })}
              state={(state) => ({ ...state, isModalOpened: true })}
              preload={false}
              className={linkClass()}
              onClick={() => {
                dismiss.current()
                setTypedEmail(email.current?.value ?? '')
              }}
            >
              <Trans>Forgot password?</Trans>
            </Link>
          </p>
        </Stack>
      </form>
      {isForgetting && (
        <Suspense>
          <ForgotPasswordModal email={typedEmail} onClose={onRemember} />
        </Suspense>
      )}
    </>
  )
}
