import { listName } from '@gatehouse/validation/list-name'
import { Trans } from '@lingui/react/macro'
import styles from './display.module.css'
import { wallFirstName } from './wall-pages.ts'

/** A name on a tile, in the order of the list. */
export function WallName({ person }: { person: { firstName: string; lastName: string } }) {
  return (
    <p className={styles.name}>
      {person.firstName || person.lastName ? (
        <>
          <b>{person.lastName}</b>
          {listName(wallFirstName(person), person.lastName).slice(person.lastName.length)}
        </>
      ) : (
        <Trans>Name deleted</Trans>
      )}
    </p>
  )
}
