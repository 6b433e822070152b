import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatClock, formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Notice } from '@gatehouse/ui/core/notice'
import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { countMuster, unmarked } from '@gatehouse/validation/muster'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { keepBelow } from '../../../lib/keep-below.ts'
import { flushSync } from 'react-dom'
import { useRegionalPhone } from '../../../lib/session-config.ts'
import { NobodyFound } from '../board-messages.tsx'
import { lettersFor, searchPeople } from '../people.ts'
import { PeopleGrid } from '../people-grid.tsx'
import { AddPerson } from './add-person.tsx'
import {
  isListed,
  isShown,
  type ListedPerson,
  listPeople,
  type MusterFilter,
  musterFilters,
} from './listed-people.ts'
import { MusterBar, MusterNotices } from './muster-bar.tsx'
import { MusterCard } from './muster-card.tsx'
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import { PersonDialog } from './person-dialog.tsx'
import { RollTable } from './roll-table.tsx'
import { type FileWords, rollFile, rollRows, saveFile } from './roll-rows.ts'
import type { KeptMuster } from './storage.ts'
import { useMusterView } from './use-muster.ts'
import { useMarkWords } from './words.ts'

interface MusterScreenProps {
  site: BoardSite
  session: MusterSession
  current: KeptMuster
}

type Opened = 'add' | 'end' | { personId: string } | undefined

/** A running muster: who is missing, and who was found. */
export function MusterScreen({ site, session, current }: MusterScreenProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const timeZone = timeZoneOf(site.timeZone)
  const formatPhone = useRegionalPhone()
  const view = useMusterView(session)
  const words = useMarkWords(current, timeZone)
  const [filter, setFilter] = useState<MusterFilter>('missing')
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const [isPrinting, setPrinting] = useState(false)
  const [letters, setLetters] = useState<Element | null>(null)
  const [endError, setEndError] = useState<Error>()
  const { roll, points, can_mark: canMark, muster } = current
  const { people: marked } = view

  const listed = useMemo(() => listPeople(roll, marked), [roll, marked])
  const count = useMemo(() => countMuster(roll, marked), [roll, marked])
  const everybody = useMemo(() => [...listed.counted, ...listed.left], [listed])
  const deferredSearch = useDeferredValue(search)
  const shown = useMemo(
    () =>
      searchPeople(listed.counted, deferredSearch).filter(
        ({ id }) => deferredSearch !== '' || isShown(filter, marked.get(id) ?? unmarked),
      ),
    [listed, deferredSearch, filter, marked],
  )
  const byId = useMemo(
    () => new Map([...everybody, ...listed.withdrawn].map((one) => [one.id, one])),
    [everybody, listed],
  )
  const more = useCallback((personId: string) => setOpened({ personId }), [])
  const renderCard = useCallback(
    (person: BoardPerson) =>
      isListed(person) && (
        <MusterCard
          key={person.id}
          person={person}
          session={session}
          words={words}
          points={points}
          formatPhone={formatPhone}
          onMore={canMark ? more : undefined}
        />
      ),
    [session, words, points, formatPhone, canMark, more],
  )
  useDocumentTitle(t`${plural(count.missing, { one: '# missing', other: '# missing' })} – ${site.name}`)

  const names: Record<MusterFilter, string> = {
    missing: t`Missing`,
    safe: t`Safe`,
    help: t`Needs help`,
    all: t`Everybody`,
  }
  const numbers: Record<MusterFilter, number> = {
    missing: count.missing,
    safe: count.safe,
    help: count.help,
    all: count.total,
  }
  const rowsOf = (people: readonly ListedPerson[]) => rollRows(people, marked, words, points, formatPhone)
  const fileWords = (): FileWords => ({
    language: localeTags[language],
    title: `${muster.drill ? t`Drill` : t`Muster`} – ${site.name}`,
    written: t`As of ${formatDateTime(serverTime(Date.now()), language, timeZone)}`,
    figures: t`${count.missing} missing, ${count.safe} safe, ${count.total} in all`,
    columns: [t`Name`, t`Role`, t`Phone`, t`State`, t`Seen by`, t`Remarks`],
    states: { safe: t`Safe`, missing: t`MISSING`, help: t`NEEDS HELP`, left: t`Left before` },
  })
  const save = () => {
    const file = new Blob([rollFile(rowsOf(everybody), fileWords())], { type: 'text/html' })
    saveFile(
      `muster-${new Date(serverTime(Date.now())).toISOString().slice(0, 16).replaceAll(':', '')}.html`,
      file,
    )
  }
  const print = () => {
    flushSync(() => setPrinting(true))
    window.print()
    setPrinting(false)
  }
  const end = () => {
    setOpened(undefined)
    session.end().then(
      () => setEndError(undefined),
      (error: Error) => setEndError(error),
    )
  }
  const openedPerson = typeof opened === 'object' ? byId.get(opened.personId) : undefined

  return (
    <>
      <div ref={keepBelow} className={styles.top}>
        <MusterBar
          current={current}
          view={view}
          count={count}
          started={words.when(muster.started_at)}
          heard={view.heardAt > 0 ? formatClock(serverTime(view.heardAt), language, timeZone) : undefined}
          actions={
            <>
              {canMark && (
                <Button onClick={() => setOpened('add')}>
                  <Trans>Add somebody</Trans>
                </Button>
              )}
              <Button onClick={save}>
                <Trans>Save as a file</Trans>
              </Button>
              <Button onClick={print}>
                <Trans>Print</Trans>
              </Button>
              {canMark && (
                <Button kind="danger" onClick={() => setOpened('end')}>
                  <Trans>End</Trans>
                </Button>
              )}
            </>
          }
        />
        <div className={styles.tools}>
          <div className={styles.filters}>
            {musterFilters.map((one) => (
              <button
                key={one}
                type="button"
                className={styles.toggle}
                aria-pressed={filter === one}
                onClick={() => setFilter(one)}
              >
                {names[one]} <strong>{numbers[one]}</strong>
              </button>
            ))}
          </div>
          <div className={styles.search}>
            <SearchField
              label={t`Search people`}
              placeholder={t`Search by name, role or number`}
              clearLabel={t`Clear the search`}
              value={search}
              onChange={setSearch}
            />
          </div>
        </div>
        <div ref={setLetters} />
      </div>
      <MusterNotices view={view} />
      {isPrinting && <RollTable rows={rowsOf(everybody)} words={fileWords()} />}
      <div className={styles.screenOnly}>
        {endError && (
          <Notice kind="danger" live="assertive" title={<Trans>The muster could not be ended</Trans>}>
            <Trans>It ends when the server answers. Please try again then.</Trans>
          </Notice>
        )}
        {shown.length === 0 ? (
          filter === 'missing' && search === '' ? (
            <Notice kind="good" title={<Trans>Nobody is missing</Trans>}>
              <Trans>Everybody on the list was seen. Somebody may be on no list: add them.</Trans>
            </Notice>
          ) : (
            <NobodyFound
              onClear={() => {
                setSearch('')
                setFilter('all')
              }}
            />
          )
        ) : (
          <PeopleGrid
            people={shown}
            letters={lettersFor(listed.counted, deferredSearch, letters)}
            renderCard={renderCard}
          />
        )}
        {listed.left.length > 0 && (
          <section className={styles.left}>
            <h2>
              <Trans>Left shortly before</Trans>
            </h2>
            <p>
              <Plural
                value={listed.left.length}
                one="# person who is not counted. A press counts them as seen."
                other="# people who are not counted. A press counts them as seen."
              />
            </p>
            <ul className={styles.leftList}>{listed.left.map(renderCard)}</ul>
          </section>
        )}
      </div>
      {opened === 'add' && <AddPerson session={session} onClose={() => setOpened(undefined)} />}
      {openedPerson && (
        <PersonDialog
          site={site}
          person={openedPerson}
          session={session}
          words={words}
          points={points}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Dialog
        isOpen={opened === 'end'}
        onClose={() => setOpened(undefined)}
        title={muster.drill ? <Trans>End the drill?</Trans> : <Trans>End the muster?</Trans>}
        closeLabel={t`Close`}
        actions={
          <>
            <Button onClick={() => setOpened(undefined)}>
              <Trans>Go on</Trans>
            </Button>
            <Button kind="danger" onClick={end}>
              <Trans>End</Trans>
            </Button>
          </>
        }
      >
        <p>
          {count.missing > 0 ? (
            <Plural
              value={count.missing}
              one="# person is still missing. The report says so."
              other="# people are still missing. The report says so."
            />
          ) : (
            <Trans>Nobody is missing.</Trans>
          )}
        </p>
      </Dialog>
    </>
  )
}
