import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Notice } from '@gatehouse/ui/core/notice'
import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { SearchIcon } from '@gatehouse/ui/staff/shell-icons'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { musterFileName } from '@gatehouse/validation/export-name'
import { countMuster, unmarked } from '@gatehouse/validation/muster'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { keepBelow } from '../../../lib/keep-below.ts'
import { useKeptPlaces } from '../../../lib/kept-places.ts'
import { usePressGuard } from '../../../lib/press-guard.ts'
import { useRegionalPhone } from '../../../lib/session-config.ts'
import { searchFieldId, useSearch } from '../people/site-search.ts'
import { NobodyFound } from '../people/board-messages.tsx'
import { lettersFor, searchPeople } from '../people/people.ts'
import { PeopleGrid } from '../people/people-grid.tsx'
import { NumbersSwitch } from '../display/numbers-switch.tsx'
import { usePrinting } from '../display/print/use-printing.ts'
import { AddPerson } from './add-person.tsx'
import { AskedNotice, useAsked, type Wish } from './asked.tsx'
import { useConnectionWords } from './connection-words.ts'
import {
  isBackAfterLeaving,
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
import { isRollKnown, type MusterSession } from './muster-session.ts'
import { PersonDialog } from './person-dialog.tsx'
import { RollTable } from './roll-table.tsx'
import { type FileWords, rollFile, rollRows, saveFile } from './roll-rows.ts'
import type { KeptMuster } from './storage.ts'
import { useMusterView } from './use-muster.ts'
import { useFigures, useMarkWords, useSpan } from './words.ts'

interface MusterScreenProps {
  site: BoardSite
  session: MusterSession
  current: KeptMuster
}

type Opened = 'add' | 'end' | 'real' | { personId: string } | undefined

/** A running muster: who is missing, and who was found. */
export function MusterScreen({ site, session, current }: MusterScreenProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const timeZone = timeZoneOf(site.timeZone)
  const formatPhone = useRegionalPhone()
  const view = useMusterView(session)
  const words = useMarkWords(current, timeZone)
  const writeSpan = useSpan(timeZone)
  const writeFigures = useFigures()
  const writeConnection = useConnectionWords(timeZone)
  const [filter, setFilter] = useState<MusterFilter>('missing')
  const [search, setSearch] = useSearch()
  // On a phone the field is behind a button, unless the user is typing in the board's field.
  const [isSearching, setSearching] = useState(() => document.activeElement?.id === searchFieldId)
  const [opened, setOpened] = useState<Opened>()
  const isPrinting = usePrinting()
  const [letters, setLetters] = useState<Element | null>(null)
  const { asked, ask } = useAsked(session)
  const { roll, points, can_mark: canMark, muster } = current
  const { people: marked } = view
  const isKnown = isRollKnown(current)

  const listed = useMemo(() => listPeople(roll, marked), [roll, marked])
  const count = useMemo(() => countMuster(roll, marked), [roll, marked])
  const everybody = useMemo(() => [...listed.counted, ...listed.left, ...listed.apart], [listed])
  const deferredSearch = useDeferredValue(search)
  const found = useMemo(() => searchPeople(listed.counted, deferredSearch), [listed, deferredSearch])
  const isMatching = useCallback(
    ({ id }: BoardPerson) => deferredSearch !== '' || isShown(filter, marked.get(id) ?? unmarked),
    [deferredSearch, filter, marked],
  )
  // A person who is not counted is neither safe nor in need of help.
  const hasUncounted = filter === 'missing' || filter === 'all' || deferredSearch !== ''
  const [departed, shownApart] = useMemo(
    () =>
      hasUncounted
        ? [searchPeople(listed.departed, deferredSearch), searchPeople(listed.apart, deferredSearch)]
        : [[], []],
    [listed, deferredSearch, hasUncounted],
  )
  const isStillLeft = useCallback((one: BoardPerson) => !isBackAfterLeaving(one, marked), [marked])
  // Cards marked before the first server response keep no place, unless the marks were made here.
  const [isUsed, setUsed] = useState(false)
  const choice = `${filter} ${isUsed || (isKnown && view.heardAt > 0)} ${deferredSearch}`
  const matching = useKeptPlaces(found, isMatching, choice)
  const shownLeft = useKeptPlaces(departed, isStillLeft, choice)
  // A person who had left and was seen keeps their place among those who left.
  const shown = useMemo(() => {
    const below = new Set(shownLeft)
    return matching.filter((one) => !below.has(one))
  }, [matching, shownLeft])
  const isNobodyMissing = filter === 'missing' && deferredSearch === '' && !found.some(isMatching)
  const cards = useMemo(() => [...shown, ...shownLeft, ...shownApart], [shown, shownLeft, shownApart])
  const around = usePressGuard(cards)
  const isNoneFound =
    deferredSearch === '' ? isKnown && filter !== 'missing' : shownLeft.length + shownApart.length === 0
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
  const missing = t`${plural(count.missing, { one: '# missing', other: '# missing' })} – ${site.name}`
  useDocumentTitle(isKnown ? missing : site.name)

  const names: Record<MusterFilter, string> = {
    missing: t`Missing`,
    safe: t`Safe`,
    help: t`Needs help`,
    all: t`Everyone`,
  }
  const numbers: Record<MusterFilter, number> = {
    missing: count.missing,
    safe: count.safe,
    help: count.help,
    all: count.total,
  }
  const standIn = t`The board’s list is shown until then. It may be incomplete.`
  const rowsOf = (people: readonly ListedPerson[]) =>
    rollRows(people, marked, words, points, {
      formatPhone,
      visitor: t`Visitor`,
      extension: (phoneExt) => t`ext. ${phoneExt}`,
      nameless: t`Name deleted`,
    })
  // The people that the filter shows, ignoring the search.
  const onPaper =
    filter === 'all'
      ? everybody
      : [
          ...listed.counted.filter(({ id }) => isShown(filter, marked.get(id) ?? unmarked)),
          ...(filter === 'missing' ? [...listed.left, ...listed.apart] : []),
        ]
  const fileWords = (): FileWords => {
    const { isOutdated, connection, waiting, fetching } = writeConnection(view, current, Date.now())
    return {
      language: localeTags[language],
      title: `${muster.drill ? t`Drill` : t`Muster`} – ${site.name}`,
      started: [writeSpan(muster), muster.started_by ?? (current.isLocal && t`you`)]
        .filter(Boolean)
        .join(', '),
      written:
        view.heardAt > 0 ? t`As of ${formatDateTime(serverTime(view.heardAt), language, timeZone)}` : '',
      doubts: [isOutdated && connection, waiting, fetching && `${fetching}. ${standIn}`]
        .filter(Boolean)
        .join(' '),
      numbers: t`Shows phone numbers to wardens, even where the board hides them.`,
      figures: writeFigures(count),
      columns: [t`Name`, t`Dependants`, t`Role`, t`Phone`, t`State`, t`Seen by`, t`Remarks`],
      states: {
        safe: t`Safe`,
        missing: t`MISSING`,
        help: t`NEEDS HELP`,
        left: t`Left before`,
        uncounted: t`Not counted`,
      },
    }
  }
  const started = words.when(muster.started_at)
  const real = muster.became_real_at && words.when(muster.became_real_at)
  const since = [
    real ? t`drill since ${started}, real since ${real}` : t`since ${started}`,
    muster.started_by,
  ]
    .filter(Boolean)
    .join(', ')
  const save = () => {
    const file = new Blob([rollFile(rowsOf(everybody), fileWords())], { type: 'text/html' })
    saveFile(
      musterFileName({ ...muster, time_zone: timeZone }, new Date(serverTime(Date.now())), 'html'),
      file,
    )
  }
  const isBusy = (wish: Wish) => asked?.wish === wish && asked.state === 'waiting'
  const confirm = (wish: Wish) => {
    setOpened(undefined)
    ask(wish)
  }
  const openedPerson = typeof opened === 'object' ? byId.get(opened.personId) : undefined

  return (
    <>
      <div ref={keepBelow} className={styles.top}>
        <MusterBar
          current={current}
          view={view}
          count={isKnown || roll.length > 0 ? count : undefined}
          since={since}
          timeZone={timeZone}
          actions={
            <>
              {canMark && (
                <Button onClick={() => setOpened('add')}>
                  <Trans>Add a person</Trans>
                </Button>
              )}
              <NumbersSwitch />
              <Button onClick={save}>
                <Trans>Save as a file</Trans>
              </Button>
              <Button onClick={() => window.print()}>
                <Trans>Print: {names[filter]}</Trans>
              </Button>
              {canMark && muster.drill && (
                <Button busy={isBusy('real')} onClick={() => setOpened('real')}>
                  <Trans>This is real</Trans>
                </Button>
              )}
              {canMark && (
                <Button kind="danger" busy={isBusy('end')} onClick={() => setOpened('end')}>
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
                <span>{names[one]}</span> <strong>{numbers[one]}</strong>
              </button>
            ))}
          </div>
          <button
            type="button"
            className={styles.searchButton}
            aria-label={t`Search people`}
            aria-expanded={isSearching || search !== ''}
            onClick={() => setSearching(!isSearching)}
          >
            <SearchIcon size={22} />
          </button>
          <div className={styles.search} data-open={isSearching || search !== ''}>
            <SearchField
              id={searchFieldId}
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
      {isPrinting && (
        <RollTable rows={rowsOf(onPaper)} words={fileWords()} part={filter === 'all' ? '' : names[filter]} />
      )}
      <div data-notices>
        <MusterNotices session={session} view={view} />
        <p className={styles.sinceBelow}>{since}</p>
        <AskedNotice asked={asked} muster={muster} />
        {!isKnown && (
          <Notice kind="caution" live="polite" title={t`The muster’s list is loading`}>
            {standIn}
          </Notice>
        )}
        {isKnown && isNobodyMissing && (
          <Notice kind="good" title={<Trans>No one is missing</Trans>}>
            {canMark ? (
              <Trans>Everyone on the list was seen. If a person is not on the list, add them.</Trans>
            ) : (
              <Trans>Everyone on the list was seen.</Trans>
            )}
          </Notice>
        )}
      </div>
      <div
        {...around}
        onPointerDownCapture={(event) => {
          setUsed(true)
          around.onPointerDownCapture(event)
        }}
        onKeyDownCapture={() => setUsed(true)}
        data-rows
      >
        {shown.length > 0 ? (
          <PeopleGrid
            people={shown}
            letters={lettersFor(listed.counted, deferredSearch, letters)}
            renderCard={renderCard}
          />
        ) : (
          isNoneFound && (
            <NobodyFound
              onClear={() => {
                setSearch('')
                setFilter('all')
              }}
            />
          )
        )}
        <Uncounted
          title={<Trans>Left shortly before</Trans>}
          people={shownLeft}
          uncounted={shownLeft.filter(isStillLeft).length}
          canMark={canMark}
          renderCard={renderCard}
        />
        <Uncounted
          title={<Trans>Not on the list, and not counted</Trans>}
          people={shownApart}
          uncounted={shownApart.length}
          canMark={canMark}
          renderCard={renderCard}
        />
      </div>
      {opened === 'add' && <AddPerson session={session} onClose={() => setOpened(undefined)} />}
      {openedPerson && (
        <PersonDialog
          site={site}
          person={openedPerson}
          session={session}
          words={words}
          points={points}
          formatPhone={formatPhone}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Dialog
        isOpen={opened === 'real'}
        onClose={() => setOpened(undefined)}
        title={<Trans>Make this a real evacuation?</Trans>}
        actions={
          <>
            <Button onClick={() => setOpened(undefined)}>
              <Trans>Keep the drill going</Trans>
            </Button>
            <Button kind="danger" onClick={() => confirm('real')}>
              <Trans>Make it real</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            The drill becomes a real evacuation and can’t become a drill again. Wardens and visitors are
            notified. All marks are kept.
          </Trans>
        </p>
      </Dialog>
      <Dialog
        isOpen={opened === 'end'}
        onClose={() => setOpened(undefined)}
        title={muster.drill ? <Trans>End the drill?</Trans> : <Trans>End the muster?</Trans>}
        actions={
          <>
            <Button onClick={() => setOpened(undefined)}>
              <Trans>Keep going</Trans>
            </Button>
            <Button kind="danger" onClick={() => confirm('end')}>
              <Trans>End</Trans>
            </Button>
          </>
        }
      >
        <p>
          {count.missing > 0 ? (
            <Plural
              value={count.missing}
              one="# person is still missing and will be reported as missing."
              other="# people are still missing and will be reported as missing."
            />
          ) : (
            isKnown && <Trans>No one is missing.</Trans>
          )}{' '}
          {current.isLocal && (
            <Trans>
              The server does not have it yet. Without a connection it ends on this device, and no one is
              alerted.
            </Trans>
          )}
        </p>
      </Dialog>
    </>
  )
}

interface UncountedProps {
  title: ReactNode
  people: readonly BoardPerson[]
  /** How many of these people are still not counted. */
  uncounted: number
  canMark: boolean
  renderCard: (person: BoardPerson) => ReactNode
}

/** People in a separate section, so that no one leaves the list unseen. */
function Uncounted({ title, people, uncounted, canMark, renderCard }: UncountedProps) {
  if (people.length === 0) return null
  return (
    <section className={styles.left}>
      <h2>{title}</h2>
      <p>
        {canMark ? (
          <Plural
            value={uncounted}
            one="# person not counted. Tap to mark as seen."
            other="# people not counted. Tap to mark as seen."
          />
        ) : (
          <Plural value={uncounted} one="# person not counted." other="# people not counted." />
        )}
      </p>
      <PeopleGrid people={people} letters={undefined} renderCard={renderCard} />
    </section>
  )
}
