import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { Plural, Trans } from '@lingui/react/macro'
import { useRegionalPhone } from '../../../../lib/session-config.ts'
import type { BoardPartProps } from '../../muster-part-props.ts'
import { countOnSite, joinRole } from '../../people.ts'
import { photos } from '../../photo.tsx'
import styles from './evacuation-roll.module.css'
import { Sheets } from './sheets.tsx'
import { usePrinting } from './use-printing.ts'

type EvacuationRollProps = Pick<BoardPartProps, 'site' | 'people' | 'updatedAt'>

/** Who is on site, on paper, to be ticked by pen where everything else fails. Photos are those that are loaded. */
export function EvacuationRoll({ people, ...roll }: EvacuationRollProps) {
  return usePrinting() && people && <RollSheets people={people} {...roll} />
}

interface RollSheetsProps extends EvacuationRollProps {
  people: readonly BoardPerson[]
}

function RollSheets({ site, people, updatedAt }: RollSheetsProps) {
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const timeZone = timeZoneOf(site.timeZone)
  const count = countOnSite(people).people
  const time = formatDateTime(serverTime(updatedAt), language, timeZone)
  return (
    <Sheets>
      <h1>{site.name}</h1>
      <p>
        <Plural
          value={count}
          one="# person on site, with dependants"
          other="# people on site, with dependants"
        />
        . <Trans>As of {time}</Trans>
      </p>
      <table className={styles.table}>
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
                <Face url={photos.loaded(person.id)} />
              </td>
              <td>
                {person.firstName || person.lastName ? (
                  <>
                    <strong>{person.lastName}</strong> {person.firstName}
                  </>
                ) : (
                  <Trans>Name deleted</Trans>
                )}
                {person.dependents > 0 && ` + ${person.dependents}`}
              </td>
              <td>{joinRole(person) || (person.kind === 'visitor' && <Trans>Visitor</Trans>)}</td>
              <td>{person.tel !== null && (person.telMasked ? person.tel : formatPhone(person.tel))}</td>
              <td>{person.logDate && formatDateTime(person.logDate, language, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheets>
  )
}

const Face = ({ url }: { url: string | null }) =>
  url !== null && <img src={url} alt="" width={40} height={40} />
