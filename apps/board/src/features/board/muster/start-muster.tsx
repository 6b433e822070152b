import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { countOnSite } from '../people/people.ts'
import { useHasTicks } from '../people/ticks.ts'
import { PastMusters } from './past-musters.tsx'
import type { MusterSession } from './muster-session.ts'
import { useMusterField } from './use-muster.ts'

interface StartMusterProps {
  site: BoardSite
  session: MusterSession
  people: readonly BoardPerson[]
  onClose: () => void
  /** Shows the report of an earlier muster. */
  onPast: (muster: Muster) => void
}

/** Confirms the start of a muster or drill. Works without a network too. */
export function StartMuster({ site, session, people, onClose, onPast }: StartMusterProps) {
  const [isPast, setPast] = useState(false)
  const isOffline = useMusterField(session, 'isOffline')
  const hasTicks = useHasTicks(site.id)
  const onSite = countOnSite(people).people
  const start = (drill: boolean) => {
    onClose()
    void session.start(drill, { site_name: site.name, time_zone: site.timeZone }, people)
  }
  if (isPast)
    return (
      <PastMusters
        site={site}
        onShow={(muster) => {
          onClose()
          onPast(muster)
        }}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Start a muster at {site.name}?</Trans>}
      actions={
        <>
          <Button kind="quiet" onClick={() => setPast(true)}>
            <Trans>Past musters</Trans>
          </Button>
          <Button onClick={() => start(true)}>
            <Trans>Start a drill</Trans>
          </Button>
          <Button kind="danger" onClick={() => start(false)}>
            <Trans>Start the muster</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Plural
          value={onSite}
          one="The list freezes who is on site now: # person, with dependants."
          other="The list freezes who is on site now: # people, with dependants."
        />{' '}
        {isOffline ? (
          <Trans>
            No connection: the muster starts on this device only. Others see it when the connection returns,
            so alert them another way.
          </Trans>
        ) : runtimeConfig.sendsMail ? (
          <Trans>All wardens of the site see it at once, and get the list by email.</Trans>
        ) : (
          <Trans>All wardens of the site see it at once.</Trans>
        )}
      </p>
      {hasTicks && (
        <p>
          <Trans>Ticks on this screen don't count in the muster.</Trans>
        </p>
      )}
    </Dialog>
  )
}
