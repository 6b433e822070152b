import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { queryClient } from '@gatehouse/api-client/query-client'
import { type Client, clientFields, updateClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { changedFields } from './changed-fields.ts'
import { ownClientQuery } from './own-client-query.ts'

const ClientInput = v.strictObject(clientFields)
type ClientInput = v.InferOutput<typeof ClientInput>

interface ClientModalProps {
  onSaved: () => Promise<void>
  onClose: () => void
}

/** The organisation of an admin. */
export function ClientModal({ onSaved, onClose }: ClientModalProps) {
  const { t } = useLingui()
  const { data: client, ...query } = useQuery(ownClientQuery)
  const update = async (input: ClientInput) => {
    if (!client) return
    const body = changedFields<ClientInput>(client, input)
    if (Object.keys(body).length > 0) {
      const saved = await api.call(updateClientEndpoint, { params: { id: client.id }, body })
      // The kept client would count as fresh for some seconds.
      queryClient.setQueryData(ownClientQuery.queryKey, saved)
      await onSaved()
    }
    toast('success', t`The client has been updated.`)
  }
  const optional = (name: keyof ClientInput, label: ReactNode, autoComplete: string) =>
    ({ name, label, autoComplete, isOptional: true }) satisfies FormField<ClientInput>
  return (
    <FormModal
      id="client"
      title={<Trans>Edit Client</Trans>}
      schema={ClientInput}
      values={client && formValues(client)}
      placeholder={
        query.error ? (
          <Failure
            title={<Trans>The client could not be loaded</Trans>}
            error={query.error}
            onRetry={() => void query.refetch()}
            isBusy={query.isFetching}
          />
        ) : (
          <Skeleton height={320} />
        )
      }
      fields={[
        { name: 'name', label: <Trans>Name</Trans>, autoComplete: 'organization' },
        { name: 'company_no', label: <Trans>Company number</Trans>, autoComplete: 'off' },
        optional('street', <Trans>Street</Trans>, 'street-address'),
        optional('suburb', <Trans>City</Trans>, 'address-level2'),
        optional('state', <Trans>State</Trans>, 'address-level1'),
        optional('post_code', <Trans>Post code</Trans>, 'postal-code'),
        optional('country', <Trans>Country</Trans>, 'country-name'),
        { ...optional('phone', <Trans>Phone</Trans>, 'tel'), type: 'tel' },
        {
          type: 'checkbox',
          name: 'accepts_unknown_mobiles',
          label: <Trans>Visitors may confirm an unknown mobile</Trans>,
          hint: (
            <Trans>For numbers that the numbering plan does not know. Bans and roles go by the number.</Trans>
          ),
        },
      ]}
      submitLabel={<Trans>Update Client</Trans>}
      submit={update}
      draft={client && `client ${client.id}`}
      onClose={onClose}
    />
  )
}

function formValues(client: Client): ClientInput {
  const { id: _, enabled: _enabled, last_modified: _at, ...values } = client
  return values
}
