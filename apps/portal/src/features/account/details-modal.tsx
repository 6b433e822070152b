import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { languageNames } from '@gatehouse/i18n/language-names'
import { Notice } from '@gatehouse/ui/core/notice'
import { Profile, type ProfileInput, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { plainDigits } from '@gatehouse/validation/plain-digits'
import { Trans, useLingui } from '@lingui/react/macro'
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import { api } from '../../lib/api.ts'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'

/**
 * A sign and digits, with the separators that people write. The server checks the number by its
 * region.
 */
const MOBILE = /^[+]?[\d\s().-]*$/

interface DetailsModalProps {
  profile: Profile
  onSaved: (profile: Profile) => Promise<void>
  onClose: () => void
}

/**
 * The user's own name, email, mobile and language. A new email takes effect when its link is
 * opened.
 */
export function DetailsModal({ profile, onSaved, onClose }: DetailsModalProps) {
  const { t } = useLingui()
  const { known = profile, headers, form } = useEditedRow(profile, Profile, valuesOf)
  const isNewEmail = (email: string) => email.trim().toLowerCase() !== known.email.toLowerCase()
  const save = async (body: ProfileInput) => {
    const saved = await api.call(updateProfileEndpoint, { body, headers })
    await onSaved(saved)
    const isLinkSent = saved.pending_email !== null && saved.pending_email !== known.pending_email
    if (isLinkSent) {
      const message = <Trans>We sent a link to {saved.pending_email}. Open it there.</Trans>
      toast('info', message, { timeout: 0 })
    } else toast('success', t`Your details have been saved.`)
  }
  return (
    <FormModal
      id="details"
      title={<Trans>Update my details</Trans>}
      schema={updateProfileEndpoint.body}
      read={({ password, ...values }) => (isNewEmail(values.email) ? { ...values, password } : values)}
      check={({ mobile }) =>
        MOBILE.test(plainDigits(mobile).trim()) ? {} : { mobile: fieldMessages.phone_invalid }
      }
      fields={[
        { name: 'first_name', label: <Trans>First name</Trans>, autoComplete: 'given-name' },
        { name: 'last_name', label: <Trans>Last name</Trans>, autoComplete: 'family-name' },
        { type: 'email', name: 'email', label: <Trans>Email</Trans>, autoComplete: 'email' },
        {
          type: 'custom',
          key: 'email-change',
          edits: null,
          render: ({ values: { email } }) => (
            <EmailChange profile={known} email={email} isNew={isNewEmail(email)} />
          ),
        },
        {
          type: 'password',
          name: 'password',
          label: <Trans>Current password</Trans>,
          autoComplete: 'current-password',
          isShown: ({ email }) => runtimeConfig.sendsMail && isNewEmail(email),
        },
        {
          type: 'tel',
          name: 'mobile',
          label: <Trans>Mobile</Trans>,
          autoComplete: 'tel',
          isOptional: true,
        },
        {
          type: 'select',
          name: 'language',
          label: <Trans>Language</Trans>,
          options: runtimeConfig.languages.map((code) => ({ value: code, label: languageNames[code] })),
        },
      ]}
      submit={save}
      {...form}
      failedTitle={<Trans>Your details could not be saved</Trans>}
      draft={`details ${profile.id}`}
      onClose={onClose}
    />
  )
}

const valuesOf = (profile: Profile) => ({
  ...valuesOfRow(profile, ['first_name', 'last_name', 'email', 'mobile', 'language']),
  password: '',
})

interface EmailChangeProps {
  profile: Pick<Profile, 'email' | 'pending_email'>
  email: string
  isNew: boolean
}

/** Says what happens to a changed email, or to one that is not confirmed yet. */
function EmailChange({
  profile: { email: present, pending_email: pending },
  email,
  isNew,
}: EmailChangeProps) {
  if (isNew && !runtimeConfig.sendsMail) {
    return (
      <Notice kind="caution" live="polite" title={<Trans>You can’t change your email here</Trans>}>
        <Trans>
          This installation can’t send email, so the new address can’t be verified. Ask an administrator to
          change it.
        </Trans>
      </Notice>
    )
  }
  if (isNew) {
    return (
      <Notice kind="info" live="polite" title={<Trans>Please verify the new address</Trans>}>
        <Trans>
          We’ll email a link to {email}. Until you open it, log in with {present}. Enter your current password
          to continue.
        </Trans>
      </Notice>
    )
  }
  if (pending === null) return null
  return (
    <Notice kind="caution" live="polite" title={<Trans>Waiting for {pending} to be verified</Trans>}>
      <Trans>Open the link that we sent there. Saving these details with {present} cancels the change.</Trans>
    </Notice>
  )
}
