import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  type Client,
  clientFields,
  getOwnClientEndpoint,
  updateClientEndpoint,
} from '@gatehouse/validation/endpoints/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { api } from '@gatehouse/api-client/staff-api'
import { Failure } from '../../lib/failure.tsx'
import { FormNotices } from '../../lib/form-notices.tsx'
import { toast } from '../../lib/toaster.ts'
import { useForm } from '../../lib/use-form.ts'
import { changedFields } from './changed-fields.ts'

const ownClientQuery = queryOptions({
  queryKey: ['own-client'],
  queryFn: ({ signal }) => api.call(getOwnClientEndpoint, {}, { signal }),
})

const ClientInput = v.strictObject(clientFields)
type ClientInput = v.InferOutput<typeof ClientInput>
const names = Object.keys(clientFields) as (keyof ClientInput)[]

interface ClientModalProps {
  onSaved: () => Promise<void>
  onClose: () => void
}

/** The organisation of an admin. */
export function ClientModal({ onSaved, onClose }: ClientModalProps) {
  const { t } = useLingui()
  const client = useQuery(ownClientQuery)
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Edit Client</Trans>} closeLabel={t`Close`}>
      {client.isPending && (
        <ModalBody>
          <Skeleton height={320} />
        </ModalBody>
      )}
      {client.isError && (
        <ModalBody>
          <Failure
            title={<Trans>The client could not be loaded</Trans>}
            error={client.error}
            onRetry={() => void client.refetch()}
            isBusy={client.isFetching}
          />
        </ModalBody>
      )}
      {client.data && <ClientFields client={client.data} onSaved={onSaved} onClose={onClose} />}
    </Modal>
  )
}

interface ClientFieldsProps extends ClientModalProps {
  client: Client
}

function ClientFields({ client, onSaved, onClose }: ClientFieldsProps) {
  const { t } = useLingui()
  const form = useForm({
    id: 'client',
    draft: `client ${client.id}`,
    schema: ClientInput,
    read: (data) => Object.fromEntries(names.map((name) => [name, data.get(name)])),
    send: async (input: ClientInput) => {
      const body = changedFields<ClientInput>(client, input)
      if (Object.keys(body).length > 0) {
        await api.call(updateClientEndpoint, { params: { id: client.id }, body })
        await onSaved()
      }
      toast('success', t`The client has been updated.`)
      onClose()
    },
  })
  const line = (name: keyof ClientInput, label: ReactNode, autoComplete: string, isRequired = false) => (
    <Field label={label} {...(!isRequired && { optional: <Trans>(optional)</Trans> })} {...form.field(name)}>
      <TextInput
        name={name}
        type={name === 'phone' ? 'tel' : 'text'}
        autoComplete={autoComplete}
        defaultValue={form.initial(name, client[name])}
        required={isRequired}
      />
    </Field>
  )
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <>
      <ModalBody>
        <form {...form.props}>
          <Stack>
            <FormNotices form={form} />
            {line('name', <Trans>Name</Trans>, 'organization', true)}
            {line('company_no', <Trans>Company number</Trans>, 'off', true)}
            {line('street', <Trans>Street</Trans>, 'street-address')}
            {line('suburb', <Trans>City</Trans>, 'address-level2')}
            {line('state', <Trans>State</Trans>, 'address-level1')}
            {line('post_code', <Trans>Post code</Trans>, 'postal-code')}
            {line('country', <Trans>Country</Trans>, 'country-name')}
            {line('phone', <Trans>Phone</Trans>, 'tel')}
          </Stack>
        </form>
      </ModalBody>
      <ModalFooter>
        <Button onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" form={form.id} kind="primary" busy={form.isBusy}>
          <Trans>Update Client</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
