import { Trans } from '@lingui/react/macro'
import styles from './display.module.css'
import { wallFirstName } from './wall-pages.ts'

/** A name as it stands on a tile. */
export function WallName({ person }: { person: { firstName: string; lastName: string } }) {
  return (
    <p className={styles.name}>
      {person.firstName || person.lastName ? (
        <>
          {wallFirstName(person)} <b>{person.lastName}</b>
        </>
      ) : (
        <Trans>Name deleted</Trans>
      )}
    </p>
  )
}
