import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { PersonList } from '@gatehouse/ui/staff/person-card'
import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { groupByLetter, GROUPED_ABOVE } from './people.ts'
import styles from './people-grid.module.css'
import { useIncrementalRender } from './use-incremental-render.ts'

interface PeopleGridProps {
  /** Sorted by last name. */
  people: readonly BoardPerson[]
  /** How many there are before the search narrowed them: a search must not change the shape of the board. */
  outOf: number
  draw: (person: BoardPerson) => ReactNode
}

/** The cards, under letters where there are many. */
export const PeopleGrid = memo(function PeopleGrid({ people, outOf, draw }: PeopleGridProps) {
  const shown = useIncrementalRender(people.length)
  const visible = shown < people.length ? people.slice(0, shown) : people
  if (outOf <= GROUPED_ABOVE) return <PersonList>{visible.map(draw)}</PersonList>
  return (
    <>
      <LetterLinks people={people} />
      {groupByLetter(visible).map(({ letter, people: members }) => (
        <section key={letter} aria-labelledby={letterId(letter)}>
          <h2 id={letterId(letter)} className={styles.letter}>
            {letter}
          </h2>
          <PersonList>{members.map(draw)}</PersonList>
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
            document.getElementById(letterId(letter))?.scrollIntoView({ block: 'start' })
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
