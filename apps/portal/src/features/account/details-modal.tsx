import { fieldMessages } from '@gatehouse/i18n/error-messages'
import { languageNames } from '@gatehouse/i18n/language-names'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { type Profile, type ProfileInput, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '@gatehouse/api-client/staff-api'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { FormNotices } from '../../lib/form-notices.tsx'
import { toast } from '../../lib/toaster.ts'
import { useForm } from '../../lib/use-form.ts'
import { isMobileText } from './mobile.ts'

interface DetailsModalProps {
  profile: Profile
  onSaved: (profile: Profile) => Promise<void>
  onClose: () => void
}

/** Who somebody is, as they say it themselves. Another email counts once the link that is sent to it was opened. */
export function DetailsModal({ profile, onSaved, onClose }: DetailsModalProps) {
  const { t } = useLingui()
  const form = useForm({
    id: 'details',
    draft: `details ${profile.id}`,
    schema: updateProfileEndpoint.body,
    read: (data) => ({
      first_name: data.get('first_name'),
      last_name: data.get('last_name'),
      email: data.get('email'),
      mobile: data.get('mobile'),
      language: data.get('language'),
      ...(data.has('password') && { password: data.get('password') }),
    }),
    check: (data) => (isMobileText(data.get('mobile')) ? {} : { mobile: fieldMessages.phone_invalid }),
    send: async (body: ProfileInput) => {
      const saved = await api.call(updateProfileEndpoint, { body })
      await onSaved(saved)
      const isAsked = saved.pending_email !== null && saved.pending_email !== profile.pending_email
      if (isAsked)
        toast('info', <Trans>We have sent a link to {saved.pending_email}. Please open it there.</Trans>, {
          timeout: 0,
        })
      else toast('success', t`Your details have been saved.`)
      onClose()
    },
  })
  const [email, setEmail] = useState(() => form.initial('email', profile.email))
  const isNewEmail = email.trim().toLowerCase() !== profile.email.toLowerCase()
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <Modal isOpen onClose={cancel} title={<Trans>Update my details</Trans>} closeLabel={t`Close`}>
      <ModalBody>
        <form {...form.props}>
          <Stack>
            <FormNotices form={form} failed={<Trans>Your details could not be saved</Trans>} />
            <Field label={<Trans>First name</Trans>} {...form.field('first_name')}>
              <TextInput
                name="first_name"
                autoComplete="given-name"
                defaultValue={form.initial('first_name', profile.first_name)}
                autoFocus
                required
              />
            </Field>
            <Field label={<Trans>Last name</Trans>} {...form.field('last_name')}>
              <TextInput
                name="last_name"
                autoComplete="family-name"
                defaultValue={form.initial('last_name', profile.last_name)}
                required
              />
            </Field>
            <Field label={<Trans>Email</Trans>} {...form.field('email')}>
              <TextInput
                type="email"
                name="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="off"
                spellCheck={false}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                required
              />
            </Field>
            <EmailChange profile={profile} email={email} isNew={isNewEmail} />
            {isNewEmail && (
              <Field label={<Trans>Current password</Trans>} {...form.field('password')}>
                <PasswordInput
                  name="password"
                  autoComplete="current-password"
                  showLabel={t`Show password`}
                  hideLabel={t`Hide password`}
                  required
                />
              </Field>
            )}
            <Field
              label={<Trans>Mobile</Trans>}
              optional={<Trans>(optional)</Trans>}
              {...form.field('mobile')}
            >
              <TextInput
                type="tel"
                name="mobile"
                inputMode="tel"
                autoComplete="tel"
                defaultValue={form.initial('mobile', profile.mobile ?? '')}
              />
            </Field>
            <Field label={<Trans>Language</Trans>} {...form.field('language')}>
              <SelectInput name="language" defaultValue={form.initial('language', profile.language)}>
                {runtimeConfig.languages.map((code) => (
                  <option key={code} value={code}>
                    {languageNames[code]}
                  </option>
                ))}
              </SelectInput>
            </Field>
          </Stack>
        </form>
      </ModalBody>
      <ModalFooter>
        <Button onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" form={form.id} kind="primary" busy={form.isBusy}>
          <Trans>Save</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}

interface EmailChangeProps {
  profile: Profile
  email: string
  isNew: boolean
}

/** What becomes of a changed address, or of one that waits already. */
function EmailChange({
  profile: { email: present, pending_email: pending },
  email,
  isNew,
}: EmailChangeProps) {
  if (isNew) {
    return (
      <Notice kind="info" live="polite" title={<Trans>Please verify the new address</Trans>}>
        <Trans>
          We will send a link to {email}. Until you open it you log in with {present}. To ask for this change,
          enter your current password.
        </Trans>
      </Notice>
    )
  }
  if (pending === null) return null
  return (
    <Notice kind="caution" live="polite" title={<Trans>Waiting for {pending} to be verified</Trans>}>
      <Trans>
        Please open the link that we sent there. Saving these details with {present} cancels the change.
      </Trans>
    </Notice>
  )
}
