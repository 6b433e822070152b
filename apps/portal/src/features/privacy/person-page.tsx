import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { limits } from '@gatehouse/validation/limits'
import { normaliseName } from '@gatehouse/validation/names'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { useOfAllClients } from '../../lib/use-session.ts'
import { HeldData } from './held-data.tsx'
import { renewFound, peopleQuery } from './queries.ts'
import { Receipts } from './receipts.tsx'
import styles from './person-page.module.css'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { Badge } from '@gatehouse/ui/core/badge'
import { Notice } from '@gatehouse/ui/core/notice'
import { Item, ItemList } from '@gatehouse/ui/staff/item-list'
import type { Person } from '@gatehouse/validation/endpoints/people'
import { useQuery } from '@tanstack/react-query'
import { Pending } from '../../lib/failure.tsx'
import { statusLabels } from '../../lib/labels/vocabulary-labels.ts'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { nameOf } from './privacy-words.ts'

interface PersonPageProps {
  /** The search text, and the chosen person. */
  search: string | undefined
  person: string | undefined
  onSearch: (text: string) => void
  onChoose: (key: string) => void
  onOpen: (window: 'export' | 'erase') => void
}

/** Finds one person, shows what is held about them, and links to the export and the erasure. */
export function PersonPage({ search, person, onSearch, onChoose, onOpen }: PersonPageProps) {
  const { t } = useLingui()
  const hasClient = !useOfAllClients()
  return (
    <>
      <PageHead
        title={t`One person’s data`}
        description={
          <Trans>People can ask for their data, and to have it erased. Find the person first.</Trans>
        }
      />
      {hasClient ? (
        <div className={styles.page}>
          <Stack gap={40}>
            <Search key={search} search={search} onSearch={onSearch} />
            {person !== undefined ? (
              <HeldData person={person} onOpen={onOpen} />
            ) : (
              search !== undefined && <FoundPeople search={search} onChoose={onChoose} />
            )}
            <Receipts />
          </Stack>
        </div>
      ) : (
        <EmptyState title={<Trans>Choose a client</Trans>}>
          <Trans>People belong to one client. Choose it in the side bar.</Trans>
        </EmptyState>
      )}
    </>
  )
}

const LETTERS = 2

function Search({ search = '', onSearch }: { search: string | undefined; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search)
  const [isShort, setShort] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = normaliseName(text)
    setShort(typed.length < LETTERS)
    if (typed.length < LETTERS) return
    void renewFound()
    onSearch(typed)
  }
  return (
    <form role="search" className={styles.search} onSubmit={submit} noValidate>
      <Field
        label={<Trans>Name, mobile or email</Trans>}
        error={isShort && <Trans>Please enter at least two letters or digits</Trans>}
      >
        <TextInput
          type="search"
          value={text}
          maxLength={limits.emailCharacters}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" kind="primary">
        <Trans>Find</Trans>
      </Button>
    </form>
  )
}

interface FoundPeopleProps {
  search: string
  onChoose: (key: string) => void
}

/** The people that a search found. */
function FoundPeople({ search, onChoose }: FoundPeopleProps) {
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
