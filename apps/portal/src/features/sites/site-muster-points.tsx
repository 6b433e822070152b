import { queryClient } from '@gatehouse/api-client/query-client'
import {
  createMusterPointEndpoint,
  deleteMusterPointEndpoint,
  listMusterPointsEndpoint,
  MusterPoint,
  musterPointFields,
  updateMusterPointEndpoint,
} from '@gatehouse/validation/endpoints/muster-points'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { PartList } from './part-list.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'

interface SiteMusterPointsProps {
  siteId: string
  canManage: boolean
}

/** Where the site's people gather in an evacuation. */
export function SiteMusterPoints({ siteId, canManage }: SiteMusterPointsProps) {
  const points = endpointQuery(listMusterPointsEndpoint, { params: { id: siteId } })
  const query = useQuery(points)
  const renew = () => queryClient.invalidateQueries(points)
  return (
    <PartList
      query={query}
      canManage={canManage}
      intro={<Trans>Where people gather in an evacuation.</Trans>}
      failedTitle={<Trans>The muster points could not be loaded</Trans>}
      emptyTitle={<Trans>There are no muster points</Trans>}
      emptyText={<Trans>Name the places where people gather, such as the car park.</Trans>}
      addLabel={<Trans>Add a muster point</Trans>}
      detail={({ place }) => place}
      editor={(point, close) => (
        <PointModal key={point?.id} siteId={siteId} point={point} onSaved={renew} onClose={close} />
      )}
      remove={async ({ id: pointId }) => {
        await api.call(deleteMusterPointEndpoint, { params: { id: siteId, pointId } })
        await renew()
      }}
      removeText={() => <Trans>It receives nothing.</Trans>}
    />
  )
}

const PointInput = v.strictObject(musterPointFields)
type PointInput = v.InferOutput<typeof PointInput>

const pointValues = ({ name, place }: PointInput): PointInput => ({ name, place })

interface PointModalProps {
  siteId: string
  /** Undefined for a new one. */
  point: MusterPoint | undefined
  onSaved: () => Promise<unknown>
  onClose: () => void
}

function PointModal({ siteId, point, onSaved, onClose }: PointModalProps) {
  const { known, headers, form } = useEditedRow(point, MusterPoint, pointValues)
  return (
    <FormModal<PointInput, typeof PointInput>
      id="muster-point"
      title={point ? <Trans>Edit the muster point</Trans> : <Trans>New muster point</Trans>}
      schema={PointInput}
      {...form}
      values={pointValues(known ?? { name: '', place: '' })}
      fields={[
        { name: 'name', label: <Trans>Name</Trans> },
        { name: 'place', label: <Trans>Where it is</Trans>, isOptional: true },
      ]}
      submit={async (body, once) => {
        if (known) {
          const params = { id: siteId, pointId: known.id }
          await api.call(updateMusterPointEndpoint, { params, headers, body })
        } else await api.call(createMusterPointEndpoint, { params: { id: siteId }, headers: once, body })
        await onSaved()
      }}
      onClose={onClose}
    />
  )
}
