import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { Trans } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import { newMarkId } from './new-mark-id.ts'

/** Adds a person who is not on the list. */
export function AddPerson({ session, onClose }: { session: MusterSession; onClose: () => void }) {
  const [name, setName] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const text = name.trim()
    if (text === '') return
    void session.mark(newMarkId(Date.now()), 'unlisted', { text })
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>A person who is not on the list</Trans>}>
      <form className={styles.dialog} onSubmit={add}>
        <Field label={<Trans>Name, or a description</Trans>}>
          <TextInput
            value={name}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
            autoFocus
            maxLength={musterLimits.textCharacters}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="primary" full>
          <Trans>Add to the list</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
