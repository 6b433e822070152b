import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { PhoneIcon } from '@gatehouse/ui/core/icons'
import { PersonCard } from '@gatehouse/ui/staff/person-card'
import { MaskedNumber } from '@gatehouse/ui/staff/masked-number'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { joinRole } from './people.ts'
import { Photo } from './photo.tsx'
import { ticks, useTicked } from './ticks.ts'

interface CardProps {
  person: BoardPerson
  /** The formatted time of the sign-in, or when the person was last seen; null for never. */
  time: string | null
  formatPhone: (e164: string) => string
}

/** The card of a person on site. A press anywhere on the card ticks the person. */
export const TickCard = memo(function TickCard({
  person,
  time,
  formatPhone,
  siteId,
}: CardProps & { siteId: string }) {
  return (
    <PersonCard
      {...sharedPropsOf(person, formatPhone)}
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

/** The card of a person who is not on site. */
export const AwayCard = memo(function AwayCard({ person, time, formatPhone }: CardProps) {
  return (
    <PersonCard
      {...sharedPropsOf(person, formatPhone)}
      aside={time === null ? <Trans>Never seen</Trans> : <Trans>Last seen {time}</Trans>}
    />
  )
})

/** The props of both cards. */
function sharedPropsOf(person: BoardPerson, formatPhone: CardProps['formatPhone']) {
  const { firstName, lastName, phoneExt } = person
  return {
    name:
      firstName || lastName ? (
        <>
          {firstName} <b>{lastName}</b>
        </>
      ) : (
        // The visit is longer than the client's retention of names.
        <Trans>Name deleted</Trans>
      ),
    picture: <Photo personId={person.id} hasPhoto={person.hasPhoto} name={`${firstName} ${lastName}`} />,
    detail: joinRole(person) || (person.kind === 'visitor' && <Trans>Visitor</Trans>),
    phone: phoneOf(person, formatPhone),
    phoneAside: phoneExt && <Trans>ext. {phoneExt}</Trans>,
  }
}

/** A link that dials, or a masked number without a link. */
function phoneOf({ tel, telMasked }: BoardPerson, formatPhone: CardProps['formatPhone']) {
  if (tel === null) return undefined
  if (telMasked) return { label: <MaskedTel mask={tel} /> }
  return {
    href: `tel:${tel}`,
    label: (
      <>
        <PhoneIcon size={18} />
        {formatPhone(tel)}
      </>
    ),
  }
}

function MaskedTel({ mask }: { mask: string }) {
  const { t } = useLingui()
  const digits = mask.replace(/\D/g, '')
  return <MaskedNumber mask={mask} label={t`Number hidden, last digits ${digits}`} />
}
