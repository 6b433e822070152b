import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { toWindow } from '../../lib/open-window.ts'
import { loginFieldMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { ErrorSummary, focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { linkClass } from '@gatehouse/ui/core/link'
import { Notice } from '@gatehouse/ui/core/notice'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useNativeForm } from '../../lib/forms/use-native-form.ts'
import styles from './login-form.module.css'
import { LoginErrorMessage, loginErrorOf } from './login-error.tsx'
import { logIn } from './session.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { formatWait } from '../../lib/wait.ts'

const ForgotPasswordModal = lazyWindow(() => import('./forgot-password-modal.tsx'), 'ForgotPasswordModal')

const ID = 'login'

interface LoginFormProps {
  /** The last session ended without a log-out. */
  hasEnded: boolean
  isForgetting: boolean
  onRemember: () => void
}

/** Email and password. The guards of the routes lead on once there is a session. */
export function LoginForm({ hasEnded, isForgetting, onRemember }: LoginFormProps) {
  const { t } = useLingui()
  const email = useRef<HTMLInputElement>(null)
  const [typedEmail, setTypedEmail] = useState('')
  /** Why the user is logged out. The next attempt replaces it. */
  const [message, setMessage] = useState<ReactNode>(
    hasEnded && (
      <Notice kind="info" live="polite">
        <Trans>Your session has ended. Please log in again.</Trans>
      </Notice>
    ),
  )

  const form = useNativeForm({
    messages: loginFieldMessages,
    id: ID,
    schema: LoginInput,
    read: (data) => ({ email: data.get('email'), password: data.get('password') }),
    submit: (input) => {
      setMessage(undefined)
      return logIn(input)
    },
    onError: (error) => {
      const reason = <LoginErrorMessage error={error} />
      const { kind, waitSeconds } = loginErrorOf(error)
      const wait = waitSeconds !== undefined && Date.now() + waitSeconds * 1000
      const title = kind === 'account' ? reason : <Trans>Too many attempts</Trans>
      setMessage(
        wait === false ? (
          <Notice kind="danger" live="assertive">
            {reason}
          </Notice>
        ) : (
          <TryAgain at={wait} title={title} />
        ),
      )
      focusField(`${ID}-password`)
    },
    isLast: true,
  })

  return (
    <>
      <form {...form.props}>
        <div className={styles.message}>
          {form.errors.length > 0 ? (
            <ErrorSummary
              key={form.attempt}
              title={<Trans>Please check these fields</Trans>}
              // They name their fields: with the labels, they would move the content below.
              errors={form.errors.map((error) => Object.assign({ isWhole: true }, error))}
            />
          ) : (
            (form.others.length > 0 && (
              <Notice kind="danger" live="assertive">
                {form.others.join(' ')}
              </Notice>
            )) ||
            message ||
            (runtimeConfig.isEmpty ? (
              <NoAccounts />
            ) : (
              <p className={styles.hint}>
                <Trans>Log in to see who is on site. Visitors need no account: they scan the code.</Trans>
              </p>
            ))
          )}
        </div>
        <div className={styles.fields}>
          <Field label={<Trans>Email</Trans>} {...form.field('email')}>
            <TextInput ref={email} type="email" name="email" autoComplete="username" autoFocus required />
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
              {...toWindow({ modal: 'forgot' })}
              preload={false}
              className={linkClass()}
              onClick={() => {
                setMessage(undefined)
                setTypedEmail(email.current?.value ?? '')
              }}
            >
              <Trans>Forgot password?</Trans>
            </Link>
          </p>
        </div>
      </form>
      {isForgetting && <ForgotPasswordModal email={typedEmail} onClose={onRemember} />}
    </>
  )
}

/** Nobody can log in to an empty installation, and only its operator has the link to set it up. */
function NoAccounts() {
  return (
    <Notice kind="info" title={<Trans>Set up this installation first</Trans>}>
      <Trans>
        No one has an account yet. Gatehouse printed a link for the first administrator when it started: see
        its terminal or log. Restart Gatehouse for a new link.
      </Trans>
    </Notice>
  )
}

interface TryAgainProps {
  /** In epoch milliseconds. */
  at: number
  /** Why there is a wait. */
  title: ReactNode
}

/** Says in how many minutes the next attempt is possible, then disappears. */
function TryAgain({ at, title }: TryAgainProps) {
  const language = useLanguage()
  const seconds = (at - useNow(1000)) / 1000
  if (seconds <= 0) return null
  const wait = formatWait(seconds, language)
  return (
    <Notice kind="caution" live="polite" title={title}>
      <Trans>You can try again {wait}.</Trans>
    </Notice>
  )
}
