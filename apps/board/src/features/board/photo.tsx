import { Avatar } from '@gatehouse/ui/staff/avatar'
import { useEffect, useRef, useState } from 'react'
import { photos } from './photos.ts'
import { observeNearViewport } from './observe-near-viewport.ts'

interface PhotoProps {
  personId: string
  hasPhoto: boolean
  name: string
}

/** A face in a fixed frame, fetched while the card is near the screen; initials until then and where there is none. */
export function Photo({ personId, hasPhoto, name }: PhotoProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    const element = frame.current
    if (!hasPhoto || !element) return
    return observeNearViewport(element, () => {
      let isNear = true
      const photo = photos.take(personId)
      void photo.url.then((made) => {
        if (isNear && made !== null) setUrl(made)
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
