import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRegionalPhone } from '../../../../lib/session-config.ts'
import { countOnSite, joinRole } from '../../people/people.ts'
import { listNameOf } from '../../people/person-card.tsx'
import { photos } from '../../people/photo.tsx'
import styles from './evacuation-roll.module.css'
import { ListHead, sheetList, Sheets } from './sheets.tsx'
import { usePrinting } from './use-printing.ts'

interface EvacuationRollProps {
  site: BoardSite
  /** Everyone on site; undefined until the first response. */
  people: readonly BoardPerson[] | undefined
  /** The time of the last response, in epoch milliseconds. */
  updatedAt: number
}

/**
 * The printed list of people on site, to be ticked by pen if everything else fails. Contains the
 * photos that are loaded.
 */
export function EvacuationRoll({ people, ...roll }: EvacuationRollProps) {
  return usePrinting() && people && <RollSheets people={people} {...roll} />
}

interface RollSheetsProps extends EvacuationRollProps {
  people: readonly BoardPerson[]
}

function RollSheets({ site, people, updatedAt }: RollSheetsProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const timeZone = timeZoneOf(site.timeZone)
  const count = countOnSite(people).people
  const asOf = serverTime(updatedAt)
  const time = formatDateTime(asOf, language, timeZone)
  const columns = [t`Seen`, t`Photo`, t`Name`, t`Dependants`, t`Role`, t`Mobile`, t`Signed in`]
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
      <table className={`${sheetList} ${styles.table}`}>
        <ListHead running={`${site.name} · ${time}`} columns={columns} />
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <td className={styles.box}>□</td>
              <td className={styles.face}>
                <Face url={photos.loaded(person.id)} />
              </td>
              <td data-broken="wide-name">{listNameOf(person)}</td>
              <td data-whole>{person.dependents > 0 && `+ ${person.dependents}`}</td>
              <td data-broken>{joinRole(person) || (person.kind === 'visitor' && <Trans>Visitor</Trans>)}</td>
              <td data-whole>
                {person.tel !== null && (person.telMasked ? person.tel : formatPhone(person.tel))}
              </td>
              <td data-whole>{person.logDate && formatSince(person.logDate, asOf, language, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheets>
  )
}

const Face = ({ url }: { url: string | null }) =>
  url !== null && <img src={url} alt="" width={24} height={24} />
