import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Item, ItemList } from '@gatehouse/ui/staff/item-list'
import type { Person } from '@gatehouse/validation/endpoints/people'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pending } from '../../lib/failure.tsx'
import { statusLabels } from '../../lib/labels/vocabulary-labels.ts'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { nameOf } from './privacy-words.ts'
import { peopleQuery } from './queries.ts'
import styles from './person-page.module.css'

interface FoundPeopleProps {
  search: string
  onChoose: (key: string) => void
}

/** The people that a search found. */
export function FoundPeople({ search, onChoose }: FoundPeopleProps) {
  const { data, ...query } = useQuery(peopleQuery(search))
  if (!data)
    return <Pending title={<Trans>The people could not be loaded</Trans>} query={query} height={180} />
  if (data.items.length === 0)
    return (
      <EmptyState title={<Trans>No matches</Trans>}>
        <Trans>
          Try another spelling, or the mobile. Names that were deleted by retention can’t be found.
        </Trans>
      </EmptyState>
    )
  return (
    <section>
      <h2 className={styles.heading}>
        <Trans>Found</Trans>
      </h2>
      <Stack gap={16}>
        <p className={styles.quiet}>
          <Trans>
            A person with another mobile or a corrected name appears more than once: check each entry.
          </Trans>
        </p>
        <ItemList>
          {data.items.map((person) => (
            <Found key={person.key} person={person} onChoose={onChoose} />
          ))}
        </ItemList>
        {data.more && (
          <Notice kind="info" title={<Trans>There are more</Trans>}>
            <Trans>Add the mobile or more of the name to see the others.</Trans>
          </Notice>
        )}
      </Stack>
    </section>
  )
}

function Found({ person, onChoose }: { person: Person } & Pick<FoundPeopleProps, 'onChoose'>) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data: client } = useQuery(ownClientQuery)
  const formatPhone = usePhoneFormat(client?.region)
  const { key, kind, mobile, email, status, last_at: lastAt } = person
  const name = nameOf(person)
  const seen = lastAt && formatDateTime(lastAt, language, ownTimeZone())
  const facts = [email, mobile && formatPhone(mobile), seen && t`Last seen ${seen}`]
  return (
    <Item
      name={name}
      badge={
        <Badge kind="info">
          {kind === 'visitor' ? (
            <Trans>Visitor</Trans>
          ) : status ? (
            t(statusLabels[status])
          ) : (
            <Trans>User</Trans>
          )}
        </Badge>
      }
      detail={facts.filter(Boolean).join(' · ')}
      actions={
        <Button size="small" onClick={() => onChoose(key)} aria-label={t`Show the data of ${name}`}>
          <Trans>Show</Trans>
        </Button>
      }
    />
  )
}
