import { useEffect, useEffectEvent, useState } from 'react'
import { reloadIfNew, reloadIfServed } from './new-version.ts'
import { queryClient } from './query-client.ts'
import { sessionStore } from './safe-storage.ts'

const KEY = 'gatehouse.failures'
/** From this try on an unattended page is reloaded, because rendering it again has not helped. */
const RELOADING_FROM = 3

interface RecoveryOptions {
  /** Renders the page again and fetches its data. */
  reset: () => Promise<void>
  /** No user is there to reload the page. */
  isUnattended?: boolean
}

/**
 * Recovers a page whose rendering or fetching failed, automatically after growing pauses or on
 * request. It drops the cached data first, so that every try asks the server again.
 */
export function useRecovery({ reset, isUnattended = false }: RecoveryOptions) {
  const [isBusy, setBusy] = useState(false)

  const recover = async (failures: number) => {
    setBusy(true)
    const isReloading =
      (await reloadIfNew()) || (isUnattended && failures >= RELOADING_FROM && (await reloadIfServed()))
    if (isReloading) return
    removeInactiveQueries()
    await reset()
    setBusy(false)
  }
  const retryAutomatically = useEffectEvent(recover)

  // After navigating away and back, the page must not fail on the same cached response.
  useEffect(removeInactiveQueries, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const schedule = () => {
      if (isGone) return
      const { failures, milliseconds } = nextPause(sessionStore.read(KEY), Date.now())
      sessionStore.write(KEY, `${failures.count} ${failures.at}`)
      timer = setTimeout(() => void retryAutomatically(failures.count).then(schedule), milliseconds)
    }
    schedule()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])

  return { isBusy, retry: () => void recover(0) }
}

/** Removes the data that no rendered page uses. */
function removeInactiveQueries(): void {
  queryClient.removeQueries({ type: 'inactive' })
}

/** Seconds before each try. All further tries wait as long as the last one. */
const PAUSES = [5, 10, 20, 40, 60]
/** After this long without a failure the pauses start again. */
const RESET_MS = 5 * 60_000

interface Failures {
  count: number
  at: number
}

/**
 * The wait before a failed page is retried. It grows with every failure in a row.
 * @param text the stored failures
 */
export function nextPause(
  text: string | undefined,
  now: number,
): { failures: Failures; milliseconds: number } {
  const before = readFailures(text)
  const isInRow = before !== undefined && now >= before.at && now - before.at < RESET_MS
  const count = isInRow ? before.count + 1 : 1
  const seconds = PAUSES[Math.min(count, PAUSES.length) - 1] ?? 60
  return { failures: { count, at: now }, milliseconds: seconds * 1000 }
}

function readFailures(text: string | undefined): Failures | undefined {
  const [count, at] = (text ?? '').split(' ').map(Number)
  return Number.isSafeInteger(count) && Number.isSafeInteger(at) && count && at ? { count, at } : undefined
}
