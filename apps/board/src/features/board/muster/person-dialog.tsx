import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { ListedPerson } from './listed-people.ts'
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import type { KeptMuster } from './storage.ts'
import { usePersonMarks } from './use-muster.ts'
import { WhyListed } from '../display/why-listed.tsx'
import type { MarkWords } from './words.ts'

interface PersonDialogProps {
  site: BoardSite
  person: ListedPerson
  session: MusterSession
  words: MarkWords
  points: KeptMuster['points']
  onClose: () => void
}

/** What else can be marked of a person, and who has marked what. */
export function PersonDialog({ site, person, session, words, points, onClose }: PersonDialogProps) {
  const { t } = useLingui()
  const { helpNeeded, helpGiven, point, notes, flagged, unlisted, safe, saidSafe } = usePersonMarks(
    session,
    person.id,
  )
  const [note, setNote] = useState('')
  const mark = (...rest: Parameters<MusterSession['mark']> extends [string, ...infer Rest] ? Rest : never) =>
    void session.mark(person.id, ...rest)
  const addNote = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return
    mark('note', { text: note.trim() })
    setNote('')
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${person.firstName} ${person.lastName}`.trim() || <Trans>Name deleted</Trans>}
      closeLabel={t`Close`}
    >
      <div className={styles.dialog}>
        {helpNeeded ? (
          <Button
            full
            kind="primary"
            onClick={() => {
              mark('help_given')
              onClose()
            }}
          >
            <Trans>Help is there</Trans>
          </Button>
        ) : (
          <Button
            full
            kind="danger"
            onClick={() => {
              mark('help_needed')
              onClose()
            }}
          >
            <Trans>Needs help</Trans>
          </Button>
        )}
        {points.length > 0 && (
          <div role="group" aria-label={t`Muster point`} className={styles.points}>
            {points.map(({ id, name, place }) => (
              <button
                key={id}
                type="button"
                className={styles.toggle}
                aria-pressed={point?.point_id === id}
                onClick={() => mark('point', { pointId: id })}
              >
                {name}
                {place && <small>{place}</small>}
              </button>
            ))}
          </div>
        )}
        <form className={styles.note} onSubmit={addNote}>
          <Field label={<Trans>Note</Trans>}>
            <TextInput
              value={note}
              maxLength={musterLimits.textCharacters}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          <Button type="submit">
            <Trans>Add the note</Trans>
          </Button>
        </form>
        {unlisted && (
          <Button full onClick={() => mark('undone', { taken: ['unlisted'] })}>
            <Trans>Take off the list</Trans>
          </Button>
        )}
        {person.entry && !person.entry.left_at && <WhyListed site={site} personId={person.id} />}
        <ul className={styles.history}>
          {safe && (
            <li>
              <Trans>
                Safe: {words.who(safe)}, {words.when(safe.at)}
              </Trans>
            </li>
          )}
          {saidSafe && (
            <li>
              <Trans>Says to be safe, {words.when(saidSafe.at)}</Trans>
            </li>
          )}
          {helpGiven && (
            <li>
              <Trans>
                Help is there: {words.who(helpGiven)}, {words.when(helpGiven.at)}
              </Trans>
            </li>
          )}
          {notes.map((one) => (
            <li key={one.id}>
              {one.text} – {words.who(one)}, {words.when(one.at)}
            </li>
          ))}
          {flagged.map((one) => (
            <li key={one.id}>
              <Trans>
                Not counted, from somebody who is no warden any more: {words.who(one)}, {words.when(one.at)}
              </Trans>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
