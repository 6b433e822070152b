import { Button } from '@gatehouse/ui/core/button'
import { ErrorSummary, focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { linkClass } from '@gatehouse/ui/core/link'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { laterPart } from '../../lib/language.ts'
import { toast } from '../../lib/toaster.ts'
import { useNativeForm } from '../../lib/forms/use-native-form.ts'
import { LoginErrorMessage, loginErrorOf } from './login-error.tsx'
import { logIn } from './session.ts'
import { TryAgain } from './try-again.tsx'

const ForgotPasswordModal = lazy(async () => ({
  default: (await laterPart(import('./forgot-password-modal.tsx'))).ForgotPasswordModal,
}))

const ID = 'login'

interface LoginFormProps {
  isForgetting: boolean
  onRemember: () => void
}

/** Email and password. The guards of the routes lead on once there is a session. */
export function LoginForm({ isForgetting, onRemember }: LoginFormProps) {
  const { t } = useLingui()
  const email = useRef<HTMLInputElement>(null)
  const [typedEmail, setTypedEmail] = useState('')
  const [blocked, setBlocked] = useState<{ until: number; title: ReactNode }>()
  const dismiss = useRef(() => {})

  const form = useNativeForm({
    id: ID,
    schema: LoginInput,
    read: (data) => ({ email: data.get('email'), password: data.get('password') }),
    submit: (input) => {
      dismiss.current()
      setBlocked(undefined)
      return logIn(input)
    },
    onError: (error) => {
      const message = <LoginErrorMessage error={error} />
      const { kind, waitSeconds } = loginErrorOf(error)
      if (waitSeconds === undefined) dismiss.current = toast('error', message)
      else {
        const title = kind === 'account' ? message : <Trans>Too many attempts</Trans>
        setBlocked({ until: Date.now() + waitSeconds * 1000, title })
      }
      focusField(`${ID}-password`)
    },
    isLast: true,
  })

  return (
    <>
      <form {...form.props}>
        <Stack>
          {form.errors.length > 0 && (
            <ErrorSummary
              key={form.attempt}
              title={<Trans>Please check these fields</Trans>}
              errors={form.errors}
            />
          )}
          {blocked && <TryAgain at={blocked.until} title={blocked.title} />}
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
