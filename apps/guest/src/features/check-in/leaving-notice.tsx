import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { Leaving, StoredCheckIn } from './stored-check-ins.ts'
import { venueZone } from './venue-zone.ts'
import { stay } from './departure.ts'
import { LeavingWords } from './leaving-words.tsx'

/** The text of a pass whose check-out the server has not confirmed. */
export default function LeavingNotice({ visit, leaving }: { visit: StoredCheckIn; leaving: Leaving }) {
  const time = formatTime(leaving.time, useLanguage(), venueZone())
  return (
    <Notice
      kind="caution"
      live="polite"
      title={<Trans>Not checked out yet</Trans>}
      action={
        !leaving.isSent && (
          <Button onClick={() => stay(visit)}>
            <Trans>I am staying</Trans>
          </Button>
        )
      }
    >
      <LeavingWords time={time} />
    </Notice>
  )
}
