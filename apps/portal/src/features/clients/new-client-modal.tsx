import { type Client, createClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { defaultRegion } from '@gatehouse/validation/vocabulary'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import type { OnceHeaders } from '../../lib/forms/use-request-key.ts'
import { toast } from '../../lib/toaster.ts'
import { ClientInput, useClientFields } from './client-form.tsx'

interface NewClientModalProps {
  onCreated: (created: Client) => Promise<unknown>
  onClose: () => void
}

/** Creates a client. */
export function NewClientModal({ onCreated, onClose }: NewClientModalProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const create = async (body: ClientInput, once: OnceHeaders) => {
    const created = await api.call(createClientEndpoint, { headers: once, body })
    toast('success', t`The client has been created.`)
    await onCreated(created)
  }
  return (
    <FormModal
      id="new-client"
      title={<Trans>New Client</Trans>}
      schema={ClientInput}
      values={{
        name: '',
        company_no: '',
        street: '',
        suburb: '',
        state: '',
        post_code: '',
        country: '',
        phone: '',
        look: 'presence',
        language,
        region: defaultRegion,
        time_zone: ownTimeZone(),
        accepts_unknown_mobiles: false,
      }}
      fields={useClientFields()}
      submitLabel={<Trans>Add Client</Trans>}
      submit={create}
      draft="new client"
      onClose={onClose}
    />
  )
}
