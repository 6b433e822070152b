import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { FarPerson, PersonList } from '@gatehouse/ui/staff/person-card'
import { useLingui } from '@lingui/react/macro'
import { memo, startTransition, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { groupByLetter, type LetterGroup } from './people.ts'
import { letterId, letterProps, nameOf } from './person-card.tsx'
import styles from './people-grid.module.css'

/**
 * About as many as most screens show: each card takes a slow tablet milliseconds before anything is
 * shown.
 */
const FIRST_CARDS = 24
const CARDS_PER_STEP = 480

interface PeopleGridProps {
  /** Sorted by last name. */
  people: readonly BoardPerson[]
  /** Container of the letter links; undefined for one grid without letters. */
  letters: Element | null | undefined
  /** @param letter for the first person with it, in one grid with letters */
  renderCard: (person: BoardPerson, letter?: string) => ReactNode
  /** One grid, in which the first card of each letter has it, instead of one grid per letter. */
  isContinuous?: boolean
}

/** The cards, grouped by letter if there are many. */
export const PeopleGrid = memo(function PeopleGrid({
  people,
  letters,
  renderCard,
  isContinuous = false,
}: PeopleGridProps) {
  const { shown, renderAll } = useIncrementalRender(people.length)
  const groups = useMemo(() => (letters === undefined ? [] : groupByLetter(people)), [people, letters])
  const firsts = useFirsts(groups)
  const renderInLine = useCallback(
    (person: BoardPerson) => renderCard(person, firsts.get(person.id)),
    [renderCard, firsts],
  )
  const renderFarInLine = useCallback(
    (person: BoardPerson) => renderFar(person, firsts.get(person.id)),
    [firsts],
  )
  const cards = isContinuous
    ? { renderCard: renderInLine, renderFar: renderFarInLine, total: people.length }
    : { renderCard, renderFar, total: people.length }
  if (letters === undefined) return <PersonList people={people.slice(0, shown)} {...cards} />
  const inOrder = isContinuous && groups.flatMap(({ people: members }) => members)
  return (
    <>
      {letters && createPortal(<LetterLinks groups={groups} onJump={renderAll} />, letters)}
      {inOrder && <PersonList people={inOrder.slice(0, shown)} {...cards} />}
      {!inOrder &&
        groups.map(
          ({ letter, people: members, before }) =>
            before < shown && (
              <section key={letter} aria-labelledby={letterId(letter)}>
                <h2 id={letterId(letter)} tabIndex={-1} className={styles.letter}>
                  {letter}
                </h2>
                <PersonList people={members.slice(0, shown - before)} before={before} {...cards} />
              </section>
            ),
        )}
    </>
  )
})

/** The letters by the first person with each. The same map while none of them changes. */
function useFirsts(groups: readonly LetterGroup[]): ReadonlyMap<string, string> {
  const key = groups.map(({ letter, people: [first] }) => `${first?.id} ${letter}`).join('\n')
  return useMemo(
    () =>
      new Map(
        key.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
      ),
    [key],
  )
}

/** Memoised by person: a new arrival moves everyone after them in the list, but changes no one. */
const FarCard = memo(({ person, letter }: { person: BoardPerson; letter?: string | undefined }) => (
  <FarPerson name={nameOf(person)} letter={letterProps(letter)} />
))
const renderFar = (person: BoardPerson, letter?: string) => (
  <FarCard key={person.id} person={person} letter={letter} />
)

function LetterLinks({ groups, onJump }: { groups: readonly LetterGroup[]; onJump: () => void }) {
  const { t } = useLingui()
  if (groups.length < 2) return null
  return (
    <nav aria-label={t`Letters`} className={styles.letters}>
      {groups.map(({ letter }) => (
        <LetterLink key={letter} letter={letter} onJump={onJump} />
      ))}
    </nav>
  )
}

interface LetterLinkProps {
  letter: string
  /** Called before the jump, to render its target. */
  onJump: () => void
}

const LetterLink = memo(({ letter, onJump }: LetterLinkProps) => (
  <a
    href={`#${letterId(letter)}`}
    className={styles.jump}
    onClick={(event) => {
      event.preventDefault()
      onJump()
      const heading = document.getElementById(letterId(letter))
      heading?.scrollIntoView({ block: 'start' })
      heading?.focus({ preventScroll: true })
    }}
  >
    {letter}
  </a>
))

/**
 * How many of `count` cards to render: the first screens at once, the rest in interruptible steps,
 * so that a board of thousands responds to input meanwhile. `renderAll` renders all at once.
 */
function useIncrementalRender(count: number) {
  const [rendered, setRendered] = useState(FIRST_CARDS)
  useEffect(() => {
    if (rendered < count) startTransition(() => setRendered(rendered + CARDS_PER_STEP))
  }, [rendered, count])
  const renderAll = useCallback(() => flushSync(() => setRendered(Infinity)), [])
  return { shown: Math.min(rendered, count), renderAll }
}
