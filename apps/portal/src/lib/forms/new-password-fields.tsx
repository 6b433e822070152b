import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { limits } from '@gatehouse/validation/limits'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, useEffect } from 'react'
import type { Message } from '../errors.ts'
import type { FieldControl } from './form-fields.tsx'
import { type PasswordPlace, isWorthLookup } from './breach-rules.ts'
import { type BreachCount, countBreachesEndpoint } from '@gatehouse/validation/endpoints/password'
import { publicApi } from '../api.ts'

interface NewPasswordFieldsProps<Name extends string> {
  /** A native form or one of React Hook Form. */
  form: {
    field: (name: Name | 'confirm') => { id: string; error: string | undefined; control: FieldControl }
  }
  /** The name of the password's field in the form. */
  name: Name
  place: PasswordPlace
  autoFocus?: boolean
}

/** A new password and its confirmation, the field `confirm`. */
export function NewPasswordFields<Name extends string>({
  form,
  name,
  place,
  autoFocus = false,
}: NewPasswordFieldsProps<Name>) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const found = useBreachCount(password, place)
  const count = found?.count ?? 0
  const { control: passwordControl, ...passwordField } = form.field(name)
  const { control: confirmControl, ...confirmField } = form.field('confirm')
  const toggleLabels = { showLabel: t`Show password`, hideLabel: t`Hide password` }
  // It shows while typing. If it appeared on leaving the field, it would push away the button that
  // is being pressed.
  const differs = confirmation.length >= password.length && confirmation !== password
  const { min } = limits.passwordBytes
  return (
    <>
      <Field
        label={<Trans>New password</Trans>}
        hint={<Plural value={min} one="At least # character" other="At least # characters" />}
        {...passwordField}
      >
        <PasswordInput
          {...passwordControl}
          autoComplete="new-password"
          {...toggleLabels}
          onInput={(event) => setPassword(event.currentTarget.value)}
          autoFocus={autoFocus}
          required
        />
      </Field>
      {count > 0 && passwordField.error === undefined && (
        <Notice kind="caution" live="polite" title={<Trans>This password appeared in a data breach</Trans>}>
          {found?.source === 'bundled' ? (
            <Trans>This is one of the most common passwords. Choose another one.</Trans>
          ) : (
            <Plural
              value={count}
              one="This password appeared # time in known data breaches. Choose another one."
              other="This password appeared # times in known data breaches. Choose another one."
            />
          )}
        </Notice>
      )}
      <Field
        label={<Trans>Confirm password</Trans>}
        id={confirmField.id}
        error={confirmField.error ?? (differs && t`Password does not match.`)}
      >
        <PasswordInput
          {...confirmControl}
          autoComplete="new-password"
          {...toggleLabels}
          onInput={(event) => setConfirmation(event.currentTarget.value)}
          disabled={password === ''}
          required
        />
      </Field>
    </>
  )
}

/** The error of a confirmation that differs. A disabled field has no value. */
export function confirmationErrors(password: unknown, confirmation: unknown): { confirm?: Message } {
  return (password ?? '') === (confirmation ?? '') ? {} : { confirm: msg`Password does not match.` }
}

/**
 * How often a password was seen in breaches, and the source. It is requested after a pause in
 * typing, and undefined while unknown. A failed look-up shows nothing, because the server checks
 * the password again on submit.
 */
function useBreachCount(password: string, place: PasswordPlace): BreachCount | undefined {
  const [known, setKnown] = useState<{ password: string; found: BreachCount }>()
  useEffect(() => {
    if (!isWorthLookup(password, place)) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      publicApi
        .call(countBreachesEndpoint, { body: { password } }, { signal: controller.signal })
        .then((found) => setKnown({ password, found }))
        .catch(() => undefined)
    }, limits.breachLookup.restMilliseconds)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [password, place])
  return known?.password === password ? known.found : undefined
}
