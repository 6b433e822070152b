import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { reportLostApp, requestReload } from '../../lib/reload.ts'
import { ErrorScreen, RenderError } from '../../lib/render-error.tsx'
import { useCheckIn } from './check-in-store.ts'
import { areFilesLost } from './lost-files.ts'
import { outcomeOf } from './outcome.ts'

/** Replaces a page that fails as a whole, as that of a kiosk whose files are lost. Nobody may be there to press, so it is loaded again. */
export function LostPage() {
  useEffect(reportLostApp, [])
  if (!areFilesLost) return <RenderError />
  return (
    <main>
      <ErrorScreen title={<Incomplete />}>
        <Trans>It is loaded again by itself as soon as possible.</Trans> <AskReception />
      </ErrorScreen>
    </main>
  )
}

/**
 * Shown where the file of a step could not be loaded, as after a release. The page is loaded again, once a minute at most, as soon as
 * the server responds. Until then it says in words what has been stored.
 */
export function LostStep() {
  const checkIn = useCheckIn((state) => state.checkIn)
  useEffect(() => {
    requestReload()
    addEventListener('online', requestReload)
    return () => removeEventListener('online', requestReload)
  }, [])

  if (!checkIn)
    return (
      <ErrorScreen title={<Incomplete />}>
        <Trans>What you typed is kept.</Trans> <AskReception />
      </ErrorScreen>
    )
  return (
    <ErrorScreen
      title={
        outcomeOf(checkIn) !== 'success' ? (
          <Trans>Do not proceed</Trans>
        ) : checkIn.checkedOut ? (
          <Trans>Checked Out</Trans>
        ) : (
          <Trans>Signed In</Trans>
        )
      }
    >
      <strong>
        {checkIn.firstName} {checkIn.lastName}
      </strong>
      <br />
      <Incomplete />
    </ErrorScreen>
  )
}

const Incomplete = () => <Trans>This page has not loaded completely.</Trans>
const AskReception = () => <Trans>If it does not work, please sign in at reception.</Trans>
