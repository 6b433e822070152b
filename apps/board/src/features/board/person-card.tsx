import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { PersonCard } from '@gatehouse/ui/staff/person-card'
import { MaskedNumber } from '@gatehouse/ui/staff/masked-number'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Phone } from 'lucide-react'
import { memo } from 'react'
import { joinRole } from './people.ts'
import { Photo } from './photo.tsx'
import { ticks, useTicked } from './use-ticks.ts'

interface CardProps {
  person: BoardPerson
  /** When the person signed in or was last seen, in words; null for never. */
  time: string | null
  /** Writes a number as people of the region read it. */
  phone: (e164: string) => string
}

/** Somebody on site: pressing anywhere on the card ticks the person. */
export const TickCard = memo(function TickCard({
  person,
  time,
  phone,
  siteId,
}: CardProps & { siteId: string }) {
  return (
    <PersonCard
      {...faceOf(person, phone)}
      aside={
        time !== null && (
          <>
            <span>
              <Trans>Signed in {time}</Trans>
            </span>
            {person.dependents > 0 && (
              <strong>
                <Plural value={person.dependents} one="+ # dependant" other="+ # dependants" />
              </strong>
            )}
          </>
        )
      }
      isTicked={useTicked(siteId, person.id)}
      onTick={() => ticks.toggle(siteId, person.id)}
    />
  )
})

/** One of the site's own people who is not there now. */
export const AwayCard = memo(function AwayCard({ person, time, phone }: CardProps) {
  return (
    <PersonCard
      {...faceOf(person, phone)}
      aside={time === null ? <Trans>Never seen</Trans> : <Trans>Last seen {time}</Trans>}
    />
  )
})

/** What a card shows of a person wherever they are. */
function faceOf(person: BoardPerson, phone: CardProps['phone']) {
  const { firstName, lastName, phoneExt } = person
  return {
    name:
      firstName || lastName ? (
        <>
          {firstName} <b>{lastName}</b>
        </>
      ) : (
        // On site for longer than the client keeps names.
        <Trans>Name deleted</Trans>
      ),
    picture: <Photo personId={person.id} hasPhoto={person.hasPhoto} name={`${firstName} ${lastName}`} />,
    detail: joinRole(person) || (person.kind === 'visitor' && <Trans>Visitor</Trans>),
    phone: phoneOf(person, phone),
    phoneAside: phoneExt && <Trans>ext. {phoneExt}</Trans>,
  }
}

/** A link that dials, or a masked number, which is none. */
function phoneOf({ tel, telMasked }: BoardPerson, phone: CardProps['phone']) {
  if (tel === null) return undefined
  if (telMasked) return { label: <MaskedTel mask={tel} /> }
  return {
    href: `tel:${tel}`,
    label: (
      <>
        <Phone size={18} aria-hidden="true" />
        {phone(tel)}
      </>
    ),
  }
}

function MaskedTel({ mask }: { mask: string }) {
  const { t } = useLingui()
  const digits = mask.replace(/\D/g, '')
  return <MaskedNumber mask={mask} label={t`Number hidden, last digits ${digits}`} />
}
