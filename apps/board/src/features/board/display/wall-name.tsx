import { listName } from '@gatehouse/validation/list-name'
import { Trans } from '@lingui/react/macro'
import styles from './display.module.css'
import { wallFirstName, wallNameScale } from './wall-pages.ts'

/** A name on a tile, in the order of the list, on at most two lines. */
export function WallName({ person }: { person: { firstName: string; lastName: string } }) {
  const { firstName, lastName } = person
  const name = listName(wallFirstName(person), lastName)
  return (
    <p className={styles.name} style={{ '--scale': wallNameScale(name) }}>
      {firstName || lastName ? (
        <>
          <b>{lastName}</b>
          {name.slice(lastName.length)}
        </>
      ) : (
        <Trans>Name deleted</Trans>
      )}
    </p>
  )
}
