import { getBoardPhotoEndpoint } from '@gatehouse/validation/endpoints/board'
import { api } from '../../lib/api.ts'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { useEffect, useRef, useState } from 'react'
import { createPhotoCache } from './photo-cache.ts'

/** How far outside of the viewport counts as near. */
const MARGIN = '400px 0px'

/** The photos of the page, which its cards share. */
export const photos = createPhotoCache({
  fetchPhoto: (userId) => api.call(getBoardPhotoEndpoint, { params: { userId } }),
  createUrl: (photo) => URL.createObjectURL(photo),
  revokeUrl: (url) => URL.revokeObjectURL(url),
  maxUnused: 200,
})

interface PhotoProps {
  personId: string
  hasPhoto: boolean
  name: string
}

/** A photo in a fixed frame, loaded while the card is near the viewport. Shows initials until then and where there is none. */
export function Photo({ personId, hasPhoto, name }: PhotoProps) {
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
      <Avatar name={name} src={url} size={64} />
    </span>
  )
}

type OnNear = () => () => void
const observed = new WeakMap<Element, { onNear: OnNear; onFar?: (() => void) | undefined }>()
let observer: IntersectionObserver | undefined

/**
 * Calls `onNear` whenever the element comes near the viewport, and the function that it returns when the element leaves. All
 * elements share one observer. @returns a function that ends the observation
 */
function observeNearViewport(element: Element, onNear: OnNear): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const callbacks = observed.get(target)
        if (!callbacks || isIntersecting === Boolean(callbacks.onFar)) continue
        if (isIntersecting) callbacks.onFar = callbacks.onNear()
        else {
          callbacks.onFar?.()
          callbacks.onFar = undefined
        }
      }
    },
    { rootMargin: MARGIN },
  )
  observed.set(element, { onNear })
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    observed.get(element)?.onFar?.()
    observed.delete(element)
  }
}
