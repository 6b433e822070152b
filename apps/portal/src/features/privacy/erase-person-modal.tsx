import { useNumber } from '../../lib/use-number.ts'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { ErasureInput, erasePersonEndpoint, type PersonData } from '@gatehouse/validation/endpoints/people'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { kindLabels, leftovers, nameOf } from './privacy-words.ts'
import { personQuery, renewReceipts } from './queries.ts'
import styles from './person-page.module.css'

interface ErasePersonModalProps {
  person: string
  onClose: () => void
  onErased: () => void
}

/** Shows what is erased and what is kept, and erases the person once their name was typed. */
export function ErasePersonModal({ person, onClose, onErased }: ErasePersonModalProps) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(personQuery(person))
  const name = data && nameOf(data)
  /** The window also closes after the erasure, and then leads away from the person. */
  const isErased = useRef(false)
  return (
    <FormModal<{ confirmation: string }, typeof ErasureInput>
      id="erase-person"
      title={name ? <Trans>Erase {name}</Trans> : <Trans>Erase this person</Trans>}
      schema={ErasureInput}
      values={data && { confirmation: '' }}
      placeholder={
        <Pending title={<Trans>The stored data could not be loaded</Trans>} query={query} height={240} />
      }
      fields={[
        { type: 'custom', key: 'what', edits: null, render: () => data && <WhatGoes data={data} /> },
        {
          name: 'confirmation',
          label: <Trans>Name of the person</Trans>,
          hint: <Trans>Type {name} to confirm.</Trans>,
        },
      ]}
      submitLabel={<Trans>Erase permanently</Trans>}
      isDanger
      submit={async (body) => {
        await api.call(erasePersonEndpoint, { params: { key: person }, body })
        isErased.current = true
        await renewReceipts()
        toast('success', t`The person has been erased. The receipt is below.`)
      }}
      onClose={() => (isErased.current ? onErased() : onClose())}
    />
  )
}

function WhatGoes({ data: { holdings } }: { data: PersonData }) {
  const { t } = useLingui()
  const number = useNumber()
  const gone = holdings.filter(({ stays }) => !stays)
  const kept = holdings.filter(({ stays }) => stays)
  return (
    <Stack gap={16}>
      <Notice kind="danger" title={<Trans>You can’t undo this</Trans>}>
        <Trans>
          Counts stay correct, without the person. Backups, sent emails and data in other systems are not
          changed.
        </Trans>
      </Notice>
      <div>
        <p>
          <Trans>These are erased:</Trans>
        </p>
        <ul className={styles.list}>
          {gone.map(({ kind, count }) => (
            <li key={kind}>
              {t(kindLabels[kind])}: {number(count)}
            </li>
          ))}
        </ul>
      </div>
      {kept.length > 0 && (
        <div>
          <p>
            <Trans>These are kept:</Trans>
          </p>
          <ul className={styles.list}>
            {kept.map(({ kind, count }) => (
              <li key={kind}>
                {t(kindLabels[kind])}: {number(count)}.{' '}
                {leftovers[kind] && <span className={styles.quiet}>{t(leftovers[kind])}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  )
}
