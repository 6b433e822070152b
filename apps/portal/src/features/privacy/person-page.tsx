import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { limits } from '@gatehouse/validation/limits'
import { normaliseName } from '@gatehouse/validation/names'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useOfAllClients } from '../../lib/use-of-all-clients.ts'
import { usePageBack } from '../../lib/page-stack.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { FoundPeople } from './found-people.tsx'
import { HeldData } from './held-data.tsx'
import { renewFound } from './queries.ts'
import { Receipts } from './receipts.tsx'
import styles from './person-page.module.css'

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
  const title = t`One person’s data`
  useTitle(title)
  const hasClient = !useOfAllClients()
  return (
    <>
      <PageHeader
        title={title}
        description={
          <Trans>People can ask for their data, and to have it erased. Find the person first.</Trans>
        }
        back={usePageBack()}
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
