import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { createSiteEndpoint, Site, updateSiteEndpoint } from '@gatehouse/validation/endpoints/sites'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { ownRegion } from '../../lib/forms/place-options.ts'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { keepSite, siteQuery } from './queries.ts'
import {
  checkInstalled,
  detailsOf,
  readDetails,
  type SiteDetails,
  SiteDetailsInput,
  useDetailFields,
} from './site-form.tsx'

/**
 * Creates a site. The time zone and country default to the client's; for the first site, to the
 * browser's.
 */
export function NewSiteModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data: client, ...query } = useQuery(ownClientQuery)
  const sites = useQuery({
    queryKey: [listSiteOptionsEndpoint.path, 'any'],
    queryFn: ({ signal }) => api.call(listSiteOptionsEndpoint, { query: {} }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  // A failed request loses only a default.
  const isFirst = sites.data?.items.length === 0
  return (
    <FormModal<SiteDetails, typeof SiteDetailsInput>
      id="new-site"
      title={<Trans>New Site</Trans>}
      schema={SiteDetailsInput}
      values={
        client === undefined || sites.isPending
          ? undefined
          : {
              name: '',
              description: '',
              address: '',
              comments: '',
              installed_on: '',
              time_zone: isFirst ? ownTimeZone() : client.time_zone,
              region: (isFirst ? ownRegion() : undefined) ?? client.region,
              questions_by_user: false,
              offline_users: false,
            }
      }
      read={readDetails}
      check={(values) => checkInstalled(values)}
      placeholder={
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={320} />
      }
      fields={useDetailFields(isFirst ? ownTimeZone() : client?.time_zone)}
      submitLabel={<Trans>Add Site</Trans>}
      submit={async (body, once) => {
        await keepSite(await api.call(createSiteEndpoint, { headers: once, body }))
        toast('success', t`The site has been created.`)
      }}
      draft="new site"
      onClose={onClose}
    />
  )
}

interface EditSiteModalProps {
  id: string
  onClose: () => void
}

/**
 * Changes the details of a site. A conflicting change of another user is shown beside the own
 * value.
 */
export function EditSiteModal({ id, onClose }: EditSiteModalProps) {
  const { t } = useLingui()
  const { data: site, ...query } = useQuery(siteQuery(id))
  const { known, headers, form } = useEditedRow(site, Site, detailsOf)
  return (
    <FormModal<SiteDetails, typeof SiteDetailsInput>
      id="site"
      title={<Trans>Edit Site</Trans>}
      schema={SiteDetailsInput}
      read={readDetails}
      check={(values) => checkInstalled(values, known?.installed_on)}
      placeholder={<Pending title={<Trans>The site could not be loaded</Trans>} query={query} height={320} />}
      fields={useDetailFields(known?.time_zone)}
      submitLabel={<Trans>Update Site</Trans>}
      submit={async (body) => {
        await keepSite(await api.call(updateSiteEndpoint, { params: { id }, headers, body }))
        toast('success', t`The site has been updated.`)
      }}
      {...form}
      draft={`site ${id}`}
      onClose={onClose}
    />
  )
}
