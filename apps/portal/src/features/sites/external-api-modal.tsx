import { queryClient } from '@gatehouse/api-client/query-client'
import {
  ExternalApi,
  ExternalApiChanges,
  updateSiteExternalApiEndpoint,
} from '@gatehouse/validation/endpoints/external-api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { externalApiQuery } from './queries.ts'

/** An empty secret keeps the stored one. */
function valuesOf({ url, enabled, parameters }: ExternalApi) {
  return { url: url ?? '', enabled, parameters, secret: '', removesSecret: false }
}

function readValues({ url, enabled, parameters, secret, removesSecret }: ReturnType<typeof valuesOf>) {
  return {
    url: url.trim() === '' ? null : url,
    enabled,
    parameters,
    ...(removesSecret ? { secret: null } : secret !== '' && { secret }),
  }
}

interface ExternalApiModalProps {
  siteId: string
  onClose: () => void
}

/** Changes the external API of a site. The stored secret is never shown, but can be replaced. */
export function ExternalApiModal({ siteId, onClose }: ExternalApiModalProps) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(externalApiQuery(siteId))
  const { known, headers, form } = useEditedRow(data, ExternalApi, valuesOf)
  const hasSecret = known?.secret_set_at != null
  return (
    <FormModal
      id="external-api"
      title={<Trans>External API</Trans>}
      schema={ExternalApiChanges}
      read={readValues}
      placeholder={
        <Pending title={<Trans>The external API could not be loaded</Trans>} query={query} height={320} />
      }
      fields={[
        {
          name: 'url',
          label: <Trans>Address</Trans>,
          hint: (
            <Trans>
              Such as https://example.org/gatehouse. All admins can see it: don’t put a secret in it.
            </Trans>
          ),
          isOptional: true,
        },
        {
          type: 'list',
          name: 'parameters',
          label: <Trans>Parameters, sent with each event and visible to all admins</Trans>,
          addLabel: <Trans>Add a parameter</Trans>,
          removeLabel: (number) => t`Remove parameter ${number}`,
          newItem: { name: '', value: '' },
          fields: [
            { name: 'name', label: <Trans>Name</Trans> },
            { name: 'value', label: <Trans>Value</Trans>, isOptional: true },
          ],
        },
        {
          type: 'password',
          name: 'secret',
          label: hasSecret ? <Trans>New secret</Trans> : <Trans>Secret</Trans>,
          hint: hasSecret ? (
            <Trans>Leave empty to keep the current one. It is never shown.</Trans>
          ) : (
            <Trans>Signs each delivery, so the receiver can check who sent it. It is never shown.</Trans>
          ),
          autoComplete: 'new-password',
          isOptional: true,
          isShown: ({ removesSecret }) => !removesSecret,
        },
        {
          type: 'checkbox',
          name: 'removesSecret',
          label: <Trans>Remove the current secret</Trans>,
          isShown: () => hasSecret,
        },
        {
          type: 'checkbox',
          name: 'enabled',
          label: <Trans>Enabled</Trans>,
          hint: <Trans>Events are not sent yet. Tests are always sent.</Trans>,
        },
      ]}
      submit={async (body) => {
        const changed = await api.call(updateSiteExternalApiEndpoint, {
          params: { id: siteId },
          headers,
          body,
        })
        queryClient.setQueryData(externalApiQuery(siteId).queryKey, changed)
        toast('success', t`The external API has been saved.`)
      }}
      {...form}
      draft={`external api ${siteId}`}
      onClose={onClose}
    />
  )
}
