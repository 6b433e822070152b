import { Button } from '@gatehouse/ui/core/button'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { photos } from '../people/photo.tsx'
import styles from './display.module.css'
import { NumbersSwitch } from './numbers-switch.tsx'
import { useQuietReload } from './use-quiet-reload.ts'

/** Printing must not wait in an emergency: photos that are not loaded by then are left out. */
const PHOTOS_MS = 3000

interface BoardActionsProps {
  people: readonly BoardPerson[]
  /** No roll call or muster is running, so a reload loses nothing. */
  isQuiet: boolean
  onWall: () => void
}

/** The actions of a list: print, wall mode, hide numbers. */
export function BoardActions({ people, isQuiet, onWall }: BoardActionsProps) {
  useQuietReload(isQuiet)
  return (
    <div className={styles.more}>
      <PrintButton people={people} />
      <Button onClick={onWall}>
        <Trans>Wall mode</Trans>
      </Button>
      <NumbersSwitch />
    </div>
  )
}

/** Prints who is on site, with their photos. */
function PrintButton({ people }: { people: readonly BoardPerson[] }) {
  const [isBusy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    const release = await loadPhotos(people)
    window.print()
    setBusy(false)
    release()
  }
  return (
    <Button busy={isBusy} onClick={() => void print()}>
      <Trans>Print the list</Trans>
    </Button>
  )
}

/** Waits up to `PHOTOS_MS` for the photos. Resolves to a function that releases them. */
async function loadPhotos(people: readonly BoardPerson[]): Promise<() => void> {
  const acquired = people.filter(({ hasPhoto }) => hasPhoto).map(({ id }) => photos.acquire(id))
  const images: HTMLImageElement[] = []
  const decode = async (url: string | null) => {
    if (url === null) return
    const image = new Image()
    images.push(image)
    image.src = url
    await image.decode().catch(() => {})
  }
  await Promise.race([
    Promise.all(acquired.map(async ({ url }) => decode(await url))),
    new Promise((done) => setTimeout(done, PHOTOS_MS)),
  ])
  return () => {
    images.length = 0
    for (const { release } of acquired) release()
  }
}
