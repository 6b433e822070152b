import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explainListingEndpoint } from '@gatehouse/validation/endpoints/listing-reason'
import { guardApi as api } from '../../../lib/api.ts'

/** Why a person is listed: which sign-in, when, by which method and which rule. */
export function WhyListed({
  site,
  personId,
}: {
  site: Pick<BoardSite, 'id' | 'timeZone'>
  personId: string
}) {
  const language = useLanguage()
  const found = useQuery({
    queryKey: ['why-listed', site.id, personId],
    queryFn: ({ signal }) =>
      api.call(explainListingEndpoint, { params: { siteId: site.id, personId } }, { signal }),
    retry: false,
    networkMode: 'always',
  })
  const time = (at: string) => formatDateTime(at, language, timeZoneOf(site.timeZone))
  if (found.isError)
    return (
      <p>
        <Trans>The server can’t say at the moment why this person is listed.</Trans>
      </p>
    )
  if (!found.data)
    return (
      <WaitingText>
        <Trans>Looking up the sign-in…</Trans>
      </WaitingText>
    )
  const { signedInAt, source, method, place, arrivedAt, afterRefusal, rule, overdueAfterHours } = found.data
  const by = [method, place].filter(Boolean).join(', ')
  return (
    <div>
      <p>
        {source === 'phone' && <Trans>Signed in with a phone, {time(signedInAt)}.</Trans>}
        {source === 'kiosk' && <Trans>Signed in at a kiosk, {time(signedInAt)}.</Trans>}
        {source === 'device' && <Trans>Signed in at a device, {time(signedInAt)}.</Trans>}
        {source === 'staff' && <Trans>Signed in by staff, {time(signedInAt)}.</Trans>} {by}
      </p>
      {arrivedAt !== null && (
        <p>
          <Trans>The kiosk was offline. It sent this at {time(arrivedAt)}.</Trans>
        </p>
      )}
      {afterRefusal && (
        <p>
          <strong>
            <Trans>This person was refused less than a day before, because of an answer.</Trans>
          </strong>
        </p>
      )}
      <p>
        {rule === 'assumed_left' ? (
          <Trans>Probably left: not signed out, and not seen leaving.</Trans>
        ) : rule === 'overdue' ? (
          <Plural
            value={overdueAfterHours}
            one="Overdue: not signed out, although the site has closed or # hour has passed."
            other="Overdue: not signed out, although the site has closed or # hours have passed."
          />
        ) : (
          <Trans>Not signed out since.</Trans>
        )}
      </p>
    </div>
  )
}

interface WhyDialogProps {
  site: BoardSite
  person: BoardPerson
  onClose: () => void
}

export function WhyDialog({ site, person, onClose }: WhyDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${person.firstName} ${person.lastName}`.trim() || <Trans>Name deleted</Trans>}
    >
      <WhyListed site={site} personId={person.id} />
    </Dialog>
  )
}
