import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { limits } from '@gatehouse/validation/limits'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Message } from '../../lib/errors.ts'
import type { Form } from '../../lib/use-form.ts'
import type { PasswordPlace } from './breach-rules.ts'
import { useBreachCount } from './use-breach-count.ts'

interface NewPasswordFieldsProps {
  form: Pick<Form, 'field' | 'attempt'>
  /** The name of the password's field in the form. */
  name: string
  place: PasswordPlace
  autoFocus?: boolean
}

/** A new password, and the same once more. */
export function NewPasswordFields({ form, name, place, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const found = useBreachCount(password, place)
  const count = found?.count ?? 0
  const own = form.field(name)
  const [sent, setSent] = useState({ attempt: form.attempt, password })
  if (sent.attempt !== form.attempt) setSent({ attempt: form.attempt, password })
  // What was refused says why beside its field.
  const isRefused = own.error !== undefined && sent.password === password
  const shown = { showLabel: t`Show password`, hideLabel: t`Hide password` }
  const confirm = form.field('confirm')
  // Said while typing: on leaving the field it would push away the button that is being pressed.
  const differs = confirmation.length >= password.length && confirmation !== password
  const { min } = limits.passwordBytes
  return (
    <>
      <Field
        label={<Trans>New password</Trans>}
        hint={<Plural value={min} one="At least # character" other="At least # characters" />}
        {...own}
      >
        <PasswordInput
          name={name}
          autoComplete="new-password"
          {...shown}
          onInput={(event) => setPassword(event.currentTarget.value)}
          autoFocus={autoFocus}
          required
        />
      </Field>
      {count > 0 && !isRefused && (
        <Notice kind="caution" live="polite" title={<Trans>This password is known to attackers</Trans>}>
          {found?.source === 'bundled' ? (
            <Trans>This is one of the most common passwords. Please choose another one.</Trans>
          ) : (
            <Plural
              value={count}
              one="It has been seen # time in known data breaches. Please choose another one."
              other="It has been seen # times in known data breaches. Please choose another one."
            />
          )}
        </Notice>
      )}
      <Field
        label={<Trans>Confirm password</Trans>}
        id={confirm.id}
        error={confirm.error ?? (differs && t`Password does not match.`)}
      >
        <PasswordInput
          name="confirm"
          autoComplete="new-password"
          {...shown}
          onInput={(event) => setConfirmation(event.currentTarget.value)}
          disabled={password === ''}
          required
        />
      </Field>
    </>
  )
}

/** What is wrong where the two differ. */
export function checkConfirmation(data: FormData, name: string): Record<string, Message> {
  const isSame = (data.get('confirm') ?? '') === (data.get(name) ?? '')
  return isSame ? {} : { confirm: msg`Password does not match.` }
}
