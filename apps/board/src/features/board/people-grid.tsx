import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { PersonList } from '@gatehouse/ui/staff/person-card'
import { useLingui } from '@lingui/react/macro'
import { memo, startTransition, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { groupByLetter } from './people.ts'
import styles from './people-grid.module.css'

const FIRST_CARDS = 60
const CARDS_PER_STEP = 240

interface PeopleGridProps {
  /** Sorted by last name. */
  people: readonly BoardPerson[]
  /** Where the letters stand; undefined for one grid without letters. */
  letters: Element | null | undefined
  renderCard: (person: BoardPerson) => ReactNode
}

/** The cards, grouped by letter where there are many. */
export const PeopleGrid = memo(function PeopleGrid({ people, letters, renderCard }: PeopleGridProps) {
  const shown = useIncrementalRender(people.length)
  const visible = shown < people.length ? people.slice(0, shown) : people
  if (letters === undefined) return <PersonList>{visible.map(renderCard)}</PersonList>
  return (
    <>
      {letters && createPortal(<LetterLinks people={people} />, letters)}
      {groupByLetter(visible).map(({ letter, people: members }) => (
        <section key={letter} aria-labelledby={letterId(letter)}>
          <h2 id={letterId(letter)} tabIndex={-1} className={styles.letter}>
            {letter}
          </h2>
          <PersonList>{members.map(renderCard)}</PersonList>
        </section>
      ))}
    </>
  )
})

function LetterLinks({ people }: { people: readonly BoardPerson[] }) {
  const { t } = useLingui()
  const groups = groupByLetter(people)
  if (groups.length < 2) return null
  return (
    <nav aria-label={t`Letters`} className={styles.letters}>
      {groups.map(({ letter, people: members }) => (
        <a
          key={letter}
          href={`#${letterId(letter)}`}
          className={styles.jump}
          onClick={(event) => {
            event.preventDefault()
            const heading = document.getElementById(letterId(letter))
            heading?.scrollIntoView({ block: 'start' })
            heading?.focus({ preventScroll: true })
          }}
        >
          {letter}
          <span className={styles.letterCount}>{members.length}</span>
        </a>
      ))}
    </nav>
  )
}

const letterId = (letter: string) => `letter-${letter === '#' ? 'other' : letter}`

/**
 * How many of `count` cards to render: the first screens at once, the rest in interruptible steps, so that a board of thousands
 * responds to input while it renders.
 */
function useIncrementalRender(count: number): number {
  const [rendered, setRendered] = useState(FIRST_CARDS)
  useEffect(() => {
    if (rendered < count) startTransition(() => setRendered(rendered + CARDS_PER_STEP))
  }, [rendered, count])
  return Math.min(rendered, count)
}
