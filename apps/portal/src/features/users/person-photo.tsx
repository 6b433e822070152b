import { Avatar } from '@gatehouse/ui/staff/avatar'
import { observeNearViewport } from '@gatehouse/ui/staff/near-viewport.ts'
import { getUserPhotoEndpoint, type User } from '@gatehouse/validation/endpoints/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { whenIdle } from '@gatehouse/ui/when-idle.ts'

export type Pictured = Pick<User, 'id' | 'first_name' | 'last_name' | 'has_photo' | 'last_modified'>

/**
 * The photo of a user since the last change, as a data URL: a few kilobytes, which need no
 * revocation. It waits in the queue.
 */
const photoQuery = ({ id, last_modified }: Pictured) =>
  queryOptions({
    queryKey: ['user-photo', id, last_modified],
    queryFn: async ({ signal }) => {
      await takePhotoTurn(signal)
      try {
        const photo = await api.call(getUserPhotoEndpoint, { params: { id } }, { signal })
        return photo && (await readAsAddress(photo))
      } finally {
        release()
      }
    },
    staleTime: Infinity,
  })

function readAsAddress(photo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () =>
      typeof reader.result === 'string'
        ? resolve(reader.result)
        : reject(new Error('The photo cannot be read')),
    )
    reader.readAsDataURL(photo)
  })
}

/**
 * The photo of a user, or initials. It needs the session, so it is fetched and not linked, once it
 * is near the view.
 */
export function PersonPhoto({ user, size }: { user: Pictured; size?: 32 | 96 }) {
  const { has_photo: hasPhoto } = user
  const face = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = face.current
    if (!hasPhoto || isNear || !element) return undefined
    return observeNearViewport(element, () => {
      setNear(true)
      return () => {}
    })
  }, [hasPhoto, isNear])
  const { data: photo } = useQuery({ ...photoQuery(user), enabled: hasPhoto && isNear })
  return (
    <Avatar ref={face} name={`${user.first_name} ${user.last_name}`} src={photo ?? undefined} size={size} />
  )
}

/**
 * How many photos are fetched and decoded at a time, so that other requests don't wait behind them.
 */
const AT_ONCE = 2
/** The longest that a photo waits for an idle page. */
const AT_LATEST_MS = 1000
const WITHOUT_IDLE_MS = 100

const waiting = new Set<() => void>()
let running = 0

/**
 * Waits until the page is idle and few photos are being fetched. `release` ends the turn.
 * @throws the signal's reason, where the photo is no longer needed
 */
function takePhotoTurn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      waiting.delete(resolve)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
    })
    waiting.add(resolve)
    whenIdle(startNext, AT_LATEST_MS, WITHOUT_IDLE_MS)
  })
}

function startNext(): void {
  const [start] = waiting
  if (!start || running >= AT_ONCE) return
  waiting.delete(start)
  running += 1
  start()
}

function release(): void {
  running -= 1
  whenIdle(startNext, AT_LATEST_MS, WITHOUT_IDLE_MS)
}
