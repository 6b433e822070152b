import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { ApiError } from '@gatehouse/api-client/api-error'
import { useLanguage } from '@gatehouse/i18n/use-language'
import {
  createFirstAdminEndpoint,
  FirstAdminInput,
  validateFirstAdminEndpoint,
} from '@gatehouse/validation/endpoints/first-admin'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { publicApi } from '../../lib/api.ts'
import { FormNotices } from '../../lib/forms/form-notices.tsx'
import { useErrorMessage } from '../../lib/errors.ts'
import { type FieldErrors, type NativeForm, useNativeForm } from '../../lib/forms/use-native-form.ts'

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['first-admin', token],
    queryFn: ({ signal }) => publicApi.call(validateFirstAdminEndpoint, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface FirstAdminProps {
  token: string
  /** Draws the new password, as the field `password`, and its confirmation. */
  passwordFields: (form: Pick<NativeForm, 'field'>) => ReactNode
  checkPassword: (data: FormData) => FieldErrors
}

/** The page of the one-time link of an empty installation. It creates the first account, which runs the installation. */
export function FirstAdmin(props: FirstAdminProps) {
  const link = useQuery(linkQuery(props.token))
  const reasonOf = useErrorMessage()
  const [outcome, setOutcome] = useState<'done' | 'invalid'>()
  if (link.isPending) {
    return (
      <WaitingText>
        <Trans>Checking the link…</Trans>
      </WaitingText>
    )
  }
  if (link.isError) {
    return (
      <Notice
        kind="danger"
        live="assertive"
        title={<Trans>The link could not be checked</Trans>}
        action={
          <Button busy={link.isFetching} onClick={() => void link.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        {reasonOf(link.error)}
      </Notice>
    )
  }
  const toLogin = (
    <Link to="/login" className={buttonClass({ kind: 'primary' })}>
      <Trans>Log in</Trans>
    </Link>
  )
  if (outcome === 'done') {
    return (
      <Notice
        kind="good"
        title={
          <FocusHeading level={2}>
            <Trans>The administrator’s account is ready</Trans>
          </FocusHeading>
        }
        action={toLogin}
      >
        <Trans>Log in with the email address and the password that you have just chosen.</Trans>
      </Notice>
    )
  }
  if (outcome === 'invalid' || !link.data.validated) {
    return (
      <Notice
        kind="danger"
        live="assertive"
        title={<Trans>This link is not valid or has expired</Trans>}
        action={toLogin}
      >
        <Trans>
          While nobody can log in yet, starting the server again prints a new link in its terminal.
        </Trans>
      </Notice>
    )
  }
  return <FirstAdminForm {...props} onOutcome={setOutcome} />
}

interface FirstAdminFormProps extends FirstAdminProps {
  onOutcome: (outcome: 'done' | 'invalid') => void
}

function FirstAdminForm({ token, passwordFields, checkPassword, onOutcome }: FirstAdminFormProps) {
  const language = useLanguage()
  const form = useNativeForm({
    id: 'first-admin',
    schema: FirstAdminInput,
    read: (data) => ({
      token,
      language,
      email: data.get('email'),
      password: data.get('password'),
      first_name: data.get('first_name'),
      last_name: data.get('last_name'),
      client_name: data.get('client_name'),
      company_no: data.get('company_no'),
    }),
    check: checkPassword,
    submit: async (body: FirstAdminInput) => {
      await publicApi.call(createFirstAdminEndpoint, { body })
      onOutcome('done')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'invalid_token') onOutcome('invalid')
    },
  })
  const line = (name: string, label: ReactNode, autoComplete: string) => (
    <Field label={label} {...form.field(name)}>
      <TextInput name={name} autoComplete={autoComplete} autoFocus={name === 'client_name'} required />
    </Field>
  )
  return (
    <form {...form.props}>
      <Stack>
        <p>
          <Trans>
            Nobody can log in here yet. Make the first organisation and the account that runs this
            installation.
          </Trans>
        </p>
        <FormNotices form={form} failed={<Trans>The account could not be made</Trans>} />
        {line('client_name', <Trans>Organisation</Trans>, 'organization')}
        {line('company_no', <Trans>Company number</Trans>, 'off')}
        {line('first_name', <Trans>First name</Trans>, 'given-name')}
        {line('last_name', <Trans>Last name</Trans>, 'family-name')}
        <Field label={<Trans>Email</Trans>} {...form.field('email')}>
          <TextInput
            type="email"
            name="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            required
          />
        </Field>
        {passwordFields(form)}
        <Button type="submit" kind="primary" full busy={form.isBusy}>
          <Trans>Make the account</Trans>
        </Button>
      </Stack>
    </form>
  )
}
