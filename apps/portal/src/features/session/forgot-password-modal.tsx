import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { forgotPasswordEndpoint } from '@gatehouse/validation/endpoints/password'
import { limits } from '@gatehouse/validation/limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { publicApi } from '../../lib/api.ts'
import { FormNotices } from '../../lib/form-notices.tsx'
import { useForm } from '../../lib/use-form.ts'

interface ForgotPasswordModalProps {
  /** What was typed into the login already. */
  email: string
  onClose: () => void
}

/** Asks for a link to a new password. Whether the address is known is not told. */
export function ForgotPasswordModal({ email, onClose }: ForgotPasswordModalProps) {
  const { t } = useLingui()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    id: 'forgot',
    schema: forgotPasswordEndpoint.body,
    read: (data) => ({ email: data.get('email') }),
    send: async (body) => {
      await publicApi.call(forgotPasswordEndpoint, { body })
      setSent(true)
    },
    isSingle: true,
  })
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Forgot password</Trans>} closeLabel={t`Close`}>
      <ModalBody>
        <form {...form.props}>
          <Stack gap={16}>
            <p>
              <Trans>
                Enter the email address you log in with. We will send you a link to a new password.
              </Trans>
            </p>
            <FormNotices form={form} />
            {isSent && (
              <Notice kind="good" live="polite" title={<Trans>An email has been sent</Trans>}>
                <Trans>
                  If this address belongs to an account, the link in it works for{' '}
                  <Plural value={limits.resetLinkMinutes} one="# minute" other="# minutes" />. Please look in
                  your spam folder too.
                </Trans>
              </Notice>
            )}
            <Field label={<Trans>Email</Trans>} {...form.field('email')}>
              <TextInput
                type="email"
                name="email"
                inputMode="email"
                autoComplete="username"
                autoCapitalize="off"
                spellCheck={false}
                defaultValue={email}
                onInput={() => setSent(false)}
                autoFocus
                required
              />
            </Field>
          </Stack>
        </form>
      </ModalBody>
      <ModalFooter>
        {/* The focus stood on the button that goes away. */}
        <Button key={isSent ? 'close' : 'cancel'} onClick={onClose} autoFocus={isSent}>
          {isSent ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {!isSent && (
          <Button type="submit" form={form.id} kind="primary" busy={form.isBusy}>
            <Trans>Submit</Trans>
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}
