import { getBoardPhotoEndpoint } from '@gatehouse/validation/endpoints/board'
import { api } from '../../../lib/api.ts'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { observeNearViewport } from '@gatehouse/ui/staff/near-viewport.ts'
import { useEffect, useRef, useState } from 'react'
import { createPhotoCache } from './photo-cache.ts'

const RETRY_MS = 5000

/** The delay grows with each failure, up to five minutes, and ends when the network is back. */
const untilRetry = (failures: number) =>
  new Promise<void>((done) => {
    const stop = () => {
      removeEventListener('online', stop)
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(stop, Math.min(RETRY_MS * 2 ** failures, 300_000))
    addEventListener('online', stop)
  })

/** The photo cache of the page. */
export const photos = createPhotoCache({
  fetchPhoto: (userId) => api.call(getBoardPhotoEndpoint, { params: { userId } }),
  createUrl: (photo) => URL.createObjectURL(photo),
  revokeUrl: (url) => URL.revokeObjectURL(url),
  untilRetry,
  maxUnused: 200,
})

interface PhotoProps {
  personId: string
  hasPhoto: boolean
  name: string
  size?: 40 | undefined
}

/**
 * A photo in a fixed frame, loaded while the card is near the viewport. Until then, and without a
 * photo, it shows initials.
 */
export function Photo({ personId, hasPhoto, name, size }: PhotoProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    const element = frame.current
    if (!hasPhoto || !element) return
    return observeNearViewport(element, () => {
      let isNear = true
      const photo = photos.acquire(personId)
      void photo.url.then((created) => {
        if (isNear && created !== null) setUrl(created)
      })
      return () => {
        isNear = false
        setUrl(undefined)
        photo.release()
      }
    })
  }, [personId, hasPhoto])

  return (
    <span ref={frame}>
      <Avatar name={name} src={url} size={size ?? 64} />
    </span>
  )
}
