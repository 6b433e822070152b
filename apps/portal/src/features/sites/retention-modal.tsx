import { queryClient } from '@gatehouse/api-client/query-client'
import { useNumber } from '../../lib/use-number.ts'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  Retention,
  retentionFields,
  type RetentionPreview,
  updateRetentionEndpoint,
} from '@gatehouse/validation/endpoints/retention'
import { limits } from '@gatehouse/validation/limits'
import { type RetentionClass, retentionClasses } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { dirtyValues } from '../../lib/forms/dirty-values.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, type FormQuestion, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { readNumber } from '../../lib/forms/read-number.ts'
import { toast } from '../../lib/toaster.ts'
import { classLabels, RetentionTable } from './retention-preview.tsx'
import {
  daysOf,
  ofEach,
  previewQuery,
  type RetentionDays,
  renewRetention,
  retentionQuery,
} from './retention-queries.ts'

const DaysInput = v.strictObject(retentionFields)

/** The days in the form; empty where the data is kept. */
type DaysValues = Record<keyof RetentionDays, string>

const valuesOf = (retention: Retention): DaysValues => ofEach((name) => String(retention[name] ?? ''))

const readDays = (values: DaysValues) => ofEach((name) => readNumber(values[name]))

interface RetentionModalProps {
  /** The site whose client's days they are; without it, the own or chosen client's. */
  siteId?: string
  onClose: () => void
}

/** Changes for how many days the site's client keeps data, and shows what that would erase. */
export function RetentionModal({ siteId, onClose }: RetentionModalProps) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(retentionQuery(siteId))
  const { known, headers, form } = useEditedRow(data, Retention, valuesOf)
  const hint = (
    <Trans>Days, up to {limits.retentionDays.max}. Leave empty to keep it until it is deleted by hand.</Trans>
  )
  const field = (name: RetentionClass, more?: ReactNode): FormField<DaysValues> => ({
    type: 'number',
    name: `${name}_days`,
    label: t(classLabels[name]),
    hint: more ? (
      <>
        {hint} {more}
      </>
    ) : (
      hint
    ),
    isOptional: true,
  })
  return (
    <FormModal<DaysValues, typeof DaysInput>
      id="retention"
      title={<Trans>Retention</Trans>}
      schema={DaysInput}
      read={readDays}
      placeholder={
        <Pending title={<Trans>The retention could not be loaded</Trans>} query={query} height={320} />
      }
      fields={[
        field('contact'),
        field('answer'),
        field('temperature'),
        field('photo', <Trans>Counted from the day the account was archived or rejected.</Trans>),
        {
          type: 'custom',
          key: 'preview',
          edits: null,
          render: ({ values }) => known && <TypedPreview siteId={siteId} values={values} />,
        },
      ]}
      ask={async (days) => known && (await questionAbout(siteId, daysOf(known), days))}
      submit={async (days) => {
        if (!known) return
        const body = dirtyValues(daysOf(known), days)
        if (Object.keys(body).length > 0) {
          await api.call(updateRetentionEndpoint, { query: { site: siteId }, headers, body })
          await renewRetention()
        }
        toast('success', t`The retention has been saved.`)
      }}
      {...form}
      draft={`retention ${siteId ?? ''}`}
      onClose={onClose}
    />
  )
}

const SETTLED_MS = 400

interface TypedPreviewProps {
  siteId: string | undefined
  values: DaysValues
}

/** What a run would erase with the typed days, debounced. */
function TypedPreview({ siteId, values }: TypedPreviewProps) {
  const { t } = useLingui()
  const typed = v.safeParse(DaysInput, readDays(values))
  const text = typed.success ? JSON.stringify(typed.output) : undefined
  const settled = useSettled(text)
  const days = settled === undefined ? undefined : v.parse(DaysInput, JSON.parse(settled))
  const { data: preview, error } = useQuery({
    ...previewQuery(siteId, days ?? noDays),
    enabled: days !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={t`To be erased now`} aria-live="polite" aria-busy={settled !== text}>
      {error ? (
        <Notice kind="caution" title={<Trans>The data to erase could not be counted</Trans>} />
      ) : preview && days ? (
        <RetentionTable caption={t`To be erased now`} days={days} preview={preview} />
      ) : (
        <Skeleton height={180} />
      )}
    </section>
  )
}

const noDays: RetentionDays = ofEach(() => null)

/** A debounced value. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Asks where a run would erase more with the new days than with the known ones. */
async function questionAbout(
  siteId: string | undefined,
  before: RetentionDays,
  after: RetentionDays,
): Promise<FormQuestion | undefined> {
  const shorter = retentionClasses.filter((name) => isShorter(after[`${name}_days`], before[`${name}_days`]))
  if (shorter.length === 0) return undefined
  const preview = await queryClient.fetchQuery(previewQuery(siteId, after))
  const erased = shorter.filter((name) => preview[name].due.rows > 0 || preview[name].due.more)
  if (erased.length === 0) return undefined
  return {
    title: <Trans>Erase with the next run?</Trans>,
    text: <Erased preview={preview} names={erased} />,
    confirmLabel: <Trans>Save and erase</Trans>,
  }
}

const isShorter = (after: number | null, before: number | null) =>
  after !== null && (before === null || after < before)

function Erased({ preview, names }: { preview: RetentionPreview; names: readonly RetentionClass[] }) {
  const { t } = useLingui()
  return (
    <Stack>
      <p>
        <Trans>Retention erases this within an hour, at all sites. You can’t undo this.</Trans>
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {t(classLabels[name])}: <Records count={preview[name].due} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Records({ count }: { count: RetentionPreview['contact']['due'] }) {
  const number = useNumber()
  if (count.more) {
    const rows = number(count.rows)
    return <Trans>more than {rows} records</Trans>
  }
  return <Plural value={count.rows} one="# record" other="# records" />
}
