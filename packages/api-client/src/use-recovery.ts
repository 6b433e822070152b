import { useEffect, useEffectEvent, useState } from 'react'
import { reloadIfNew, reloadIfServed } from './new-version.ts'
import { queryClient } from './query-client.ts'
import { nextPause } from './recovery-pauses.ts'

const KEY = 'gatehouse.failures'
/** From this try on a page without anybody before it is loaded anew: drawing it again has not helped. */
const RELOADING_FROM = 3

interface RecoveryParts {
  /** Draws the page again and fetches what it needs. */
  reset: () => Promise<void>
  /** Nobody stands before it who could reload it. */
  isUnattended?: boolean
}

/**
 * Brings a page back whose drawing or fetching failed: by itself after growing pauses, or when somebody asks. What it was
 * drawn from is dropped first, since it would fail again on the same answer, and so that every try asks the server.
 */
export function useRecovery({ reset, isUnattended = false }: RecoveryParts) {
  const [isBusy, setBusy] = useState(false)

  const recover = async (failures: number) => {
    setBusy(true)
    const isReloading =
      (await reloadIfNew()) || (isUnattended && failures >= RELOADING_FROM && (await reloadIfServed()))
    if (isReloading) return
    dropUnwatched()
    await reset()
    setBusy(false)
  }
  const retryByItself = useEffectEvent(recover)

  // A navigation away and back must not meet the answer that it broke on.
  useEffect(dropUnwatched, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const schedule = () => {
      if (isGone) return
      const { failures, milliseconds } = nextPause(sessionStorage.getItem(KEY), Date.now())
      sessionStorage.setItem(KEY, `${failures.count} ${failures.at}`)
      timer = setTimeout(() => void retryByItself(failures.count).then(schedule), milliseconds)
    }
    schedule()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])

  return { isBusy, retry: () => void recover(0) }
}

/** What no page that still stands is showing. */
function dropUnwatched(): void {
  queryClient.removeQueries({ type: 'inactive' })
}
