import { Client, updateClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { dirtyValues } from '../../lib/forms/dirty-values.ts'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { ClientInput, clientValues, useClientFields } from './client-form.tsx'

interface EditClientModalProps {
  /** Undefined while it is being fetched. */
  client: Client | undefined
  /** Shown in place of the fields until then. */
  placeholder?: ReactNode
  onSaved: (saved: Client) => Promise<unknown>
  onClose: () => void
}

/** Changes a client. A conflicting change of another user is shown beside the own value. */
export function EditClientModal({ client, placeholder, onSaved, onClose }: EditClientModalProps) {
  const { t } = useLingui()
  const fields = useClientFields()
  const { known, headers, form } = useEditedRow(client, Client, clientValues)
  const update = async (input: ClientInput) => {
    if (!known) return
    const body = dirtyValues(clientValues(known), input)
    if (Object.keys(body).length > 0) {
      await onSaved(await api.call(updateClientEndpoint, { params: { id: known.id }, headers, body }))
    }
    toast('success', t`The client has been updated.`)
  }
  return (
    <FormModal
      id="client"
      title={<Trans>Edit Client</Trans>}
      schema={ClientInput}
      placeholder={placeholder}
      fields={fields}
      submitLabel={<Trans>Update Client</Trans>}
      submit={update}
      {...form}
      draft={client && `client ${client.id}`}
      onClose={onClose}
    />
  )
}
