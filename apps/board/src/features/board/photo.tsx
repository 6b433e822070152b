import { useEffect, useRef, useState } from 'react'
import styles from './photo.module.css'
import { photos } from './photos.ts'
import { whileNear } from './while-near.ts'

interface PhotoProps {
  personId: string
  hasPhoto: boolean
  initials: string
}

/** A face in a fixed frame, fetched while the card is near the screen; initials until then and where there is none. */
export function Photo({ personId, hasPhoto, initials }: PhotoProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)

  useEffect(() => {
    const element = frame.current
    if (!hasPhoto || !element) return
    return whileNear(element, () => {
      let isNear = true
      const photo = photos.take(personId)
      void photo.url.then((made) => {
        if (isNear) setUrl(made)
      })
      return () => {
        isNear = false
        setUrl(null)
        photo.release()
      }
    })
  }, [personId, hasPhoto])

  return (
    <span ref={frame} className={styles.frame}>
      {url === null ? (
        <span aria-hidden="true">{initials}</span>
      ) : (
        <img className={styles.face} src={url} alt="" draggable={false} />
      )}
    </span>
  )
}
