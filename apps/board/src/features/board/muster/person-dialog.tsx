import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import type { MarkState } from '@gatehouse/validation/muster'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { DependentsOf, listNameOf, sharedPropsOf } from '../people/person-card.tsx'
import type { ListedPerson } from './listed-people.ts'
import styles from './muster.module.css'
import type { MarkDetail, MusterSession } from './muster-session.ts'
import { flaggedOf, remarksOf } from './remarks.ts'
import type { KeptMuster } from './storage.ts'
import { usePersonMarks } from './use-muster.ts'
import { WhyListed } from '../display/why-listed.tsx'
import { type MarkWords, signed } from './words.ts'

interface PersonDialogProps {
  site: BoardSite
  person: ListedPerson
  session: MusterSession
  words: MarkWords
  points: KeptMuster['points']
  formatPhone: (e164: string) => string
  onClose: () => void
}

/** Further marks for a person, and who has made which mark. */
export function PersonDialog({
  site,
  person,
  session,
  words,
  points,
  formatPhone,
  onClose,
}: PersonDialogProps) {
  const known = usePersonMarks(session, person.id)
  const { detail: role, phone, phoneAside } = sharedPropsOf(person, formatPhone)
  const { helpNeeded, point, unlisted } = known
  // Flagged marks are listed below, one by one.
  const remarks = [
    ...remarksOf(person, known, words, points).filter(
      ({ kind }) => kind !== 'flagged' && kind !== 'flagged_before',
    ),
    ...flaggedOf(known, words),
  ]
  const say = signed(words.say, words.when)
  const [note, setNote] = useState('')
  const mark = (state: MarkState, detail?: MarkDetail) => void session.mark(person.id, state, detail)
  const addNote = () => {
    if (note.trim() === '') return
    mark('note', { text: note.trim() })
    setNote('')
  }
  const markHelp = (state: MarkState) => {
    // Typed text must not be lost with the dialog.
    addNote()
    mark(state)
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={listNameOf(person)}>
      <div className={styles.dialog}>
        {(role || person.dependents > 0) && (
          <p className={styles.beside}>
            {role && <span>{role}</span>}
            <DependentsOf person={person} />
          </p>
        )}
        {(phone || phoneAside) && (
          <p className={styles.beside}>
            {phone?.href === undefined ? phone?.label : <a href={phone.href}>{phone.label}</a>}
            {phoneAside && <span>{phoneAside}</span>}
          </p>
        )}
        {helpNeeded ? (
          <Button full kind="primary" onClick={() => markHelp('help_given')}>
            <Trans>Help has arrived</Trans>
          </Button>
        ) : (
          <Button full kind="danger" onClick={() => markHelp('help_needed')}>
            <Trans>Needs help</Trans>
          </Button>
        )}
        {points.length > 0 && (
          <fieldset className={styles.points}>
            <legend>
              <Trans>Muster point</Trans>
            </legend>
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
          </fieldset>
        )}
        <form
          className={styles.note}
          onSubmit={(event) => {
            event.preventDefault()
            addNote()
          }}
        >
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
          {remarks.map((remark) => (
            <li key={remark.key}>{say(remark)}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
