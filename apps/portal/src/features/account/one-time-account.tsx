import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { ApiError } from '@gatehouse/api-client/api-error'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { FormNotices } from '../../lib/forms/form-notices.tsx'
import type { UseQueryOptions } from '@tanstack/react-query'
import { type LinkOutcome, OneTimeLink, ToLogin } from '../../lib/forms/one-time-link.tsx'
import { confirmationErrors, NewPasswordFields } from '../../lib/forms/new-password-fields.tsx'
import { useNativeForm } from '../../lib/forms/use-native-form.ts'

interface OneTimeAccountProps<Link extends { validated: boolean }, Schema extends v.GenericSchema> {
  id: string
  /** Asks whether the link is valid. */
  link: UseQueryOptions<Link>
  schema: Schema
  /** The body, beside the fields that every account has. */
  read: (data: FormData) => Record<string, unknown>
  submit: (body: v.InferOutput<Schema>) => Promise<unknown>
  introduction: (link: Link) => ReactNode
  doneTitle: ReactNode
  /** Advice for a user whose link is no longer valid. */
  invalidText: ReactNode
  /** Fields before those about the person. */
  firstFields?:
    | ((line: (name: string, label: ReactNode, autoComplete: string) => ReactNode) => ReactNode)
    | undefined
}

/** The page of a one-time link with which a person creates their account. */
export function OneTimeAccount<Link extends { validated: boolean }, Schema extends v.GenericSchema>(
  props: OneTimeAccountProps<Link, Schema>,
) {
  return (
    <OneTimeLink
      link={props.link}
      form={(found, onOutcome) => <AccountForm {...props} found={found} onOutcome={onOutcome} />}
      doneTitle={props.doneTitle}
      doneText={<Trans>Log in with your email address and your new password.</Trans>}
      invalid={
        <Notice
          kind="danger"
          live="assertive"
          title={<Trans>This link is not valid or has expired</Trans>}
          action={<ToLogin kind="primary" />}
        >
          {props.invalidText}
        </Notice>
      }
    />
  )
}

interface AccountFormProps<
  Link extends { validated: boolean },
  Schema extends v.GenericSchema,
> extends OneTimeAccountProps<Link, Schema> {
  found: Link
  onOutcome: (outcome: LinkOutcome) => void
}

function AccountForm<Link extends { validated: boolean }, Schema extends v.GenericSchema>(
  props: AccountFormProps<Link, Schema>,
) {
  const { id, schema, read, submit, firstFields, found, onOutcome } = props
  const form = useNativeForm({
    messages: fieldMessages,
    id,
    schema,
    read: (data) => ({
      ...read(data),
      email: data.get('email'),
      password: data.get('password'),
      first_name: data.get('first_name'),
      last_name: data.get('last_name'),
    }),
    check: (data) => confirmationErrors(data.get('password'), data.get('confirm')),
    submit: async (body: v.InferOutput<Schema>) => {
      await submit(body)
      onOutcome('done')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'invalid_token') onOutcome('invalid')
    },
  })
  const focused = firstFields ? undefined : 'first_name'
  const line = (name: string, label: ReactNode, autoComplete: string) => (
    <Field key={name} label={label} {...form.field(name)}>
      <TextInput
        name={name}
        autoComplete={autoComplete}
        autoFocus={name === focused || name === 'client_name'}
        required
      />
    </Field>
  )
  return (
    <form {...form.props}>
      <Stack>
        <p>{props.introduction(found)}</p>
        <FormNotices form={form} failed={<Trans>The account could not be created</Trans>} />
        {firstFields?.(line)}
        {line('first_name', <Trans>First name</Trans>, 'given-name')}
        {line('last_name', <Trans>Last name</Trans>, 'family-name')}
        <Field label={<Trans>Email</Trans>} {...form.field('email')}>
          <TextInput type="email" name="email" autoComplete="username" required />
        </Field>
        <NewPasswordFields form={form} name="password" place="change" />
        <Button type="submit" kind="primary" full busy={form.isBusy}>
          <Trans>Create the account</Trans>
        </Button>
      </Stack>
    </form>
  )
}
