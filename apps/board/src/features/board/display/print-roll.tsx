import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useRegionalPhone } from '../../../lib/session-config.ts'
import { countOnSite, joinRole } from '../people.ts'
import { photos } from '../photo.tsx'
import styles from './display.module.css'

/** Somebody stands at the printer in an emergency: what is not there by then is printed without. */
const PHOTOS_MS = 3000

interface Printed {
  /** The photos by person. */
  urls: ReadonlyMap<string, string>
  at: number
}

/** One press prints who is on site, to be ticked by pen where everything else fails. */
export function PrintRoll({ site, people }: { site: BoardSite; people: readonly BoardPerson[] }) {
  const [printed, setPrinted] = useState<Printed>()
  const [isBusy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    const { urls, release } = await collectPhotos(people)
    flushSync(() => setPrinted({ urls, at: serverTime(Date.now()) }))
    await Promise.race([
      Promise.allSettled(
        [...document.querySelectorAll<HTMLImageElement>(`.${styles.paper} img`)].map((image) =>
          image.decode(),
        ),
      ),
      afterPhotos(),
    ])
    window.print()
    setPrinted(undefined)
    setBusy(false)
    release()
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void print()}>
        <Trans>Print the list</Trans>
      </Button>
      {printed && createPortal(<PaperRoll site={site} people={people} {...printed} />, document.body)}
    </>
  )
}

const afterPhotos = () => new Promise<void>((done) => setTimeout(done, PHOTOS_MS))

/** The photos that come in time. */
async function collectPhotos(people: readonly BoardPerson[]) {
  const urls = new Map<string, string>()
  const acquired = people
    .filter(({ hasPhoto }) => hasPhoto)
    .map(({ id }) => ({ id, photo: photos.acquire(id) }))
  await Promise.race([
    Promise.all(acquired.map(async ({ id, photo }) => urls.set(id, (await photo.url) ?? ''))),
    afterPhotos(),
  ])
  return {
    urls: new Map([...urls].filter(([, url]) => url !== '')),
    release: () => acquired.forEach(({ photo }) => photo.release()),
  }
}

interface PaperRollProps extends Printed {
  site: BoardSite
  people: readonly BoardPerson[]
}

function PaperRoll({ site, people, urls, at }: PaperRollProps) {
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const timeZone = timeZoneOf(site.timeZone)
  const count = countOnSite(people).people
  const time = formatDateTime(at, language, timeZone)
  return (
    <div className={styles.paper}>
      <h1>{site.name}</h1>
      <p>
        <Plural
          value={count}
          one="# person on site, with dependants"
          other="# people on site, with dependants"
        />
        . <Trans>As of {time}</Trans>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Seen</Trans>
            </th>
            <th scope="col">
              <Trans>Photo</Trans>
            </th>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            <th scope="col">
              <Trans>Role</Trans>
            </th>
            <th scope="col">
              <Trans>Mobile</Trans>
            </th>
            <th scope="col">
              <Trans>Signed in</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <td className={styles.box}>□</td>
              <td className={styles.face}>
                {urls.has(person.id) && <img src={urls.get(person.id)} alt="" width={40} height={40} />}
              </td>
              <td>
                <strong>{person.lastName}</strong> {person.firstName}
                {person.dependents > 0 && ` + ${person.dependents}`}
              </td>
              <td>{joinRole(person) || (person.kind === 'visitor' && <Trans>Visitor</Trans>)}</td>
              <td>{person.tel !== null && (person.telMasked ? person.tel : formatPhone(person.tel))}</td>
              <td>{person.logDate && formatDateTime(person.logDate, language, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
