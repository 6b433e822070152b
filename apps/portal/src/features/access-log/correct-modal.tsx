import { Correction, correctVisitEndpoint, LogRecord } from '@gatehouse/validation/endpoints/access-log'
import { dependentOptions } from '../../lib/forms/dependent-options.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { dirtyValues } from '../../lib/forms/dirty-values.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { renewLog } from './queries.ts'

const valuesOf = (record: LogRecord) => ({
  first_name: record.first_name,
  last_name: record.last_name,
  mobile: record.mobile ?? '',
  role: record.role_id ?? '',
  dependents: String(record.dependents),
  signed_out_at: record.signed_out_local ?? '',
  note: '',
})
type Values = ReturnType<typeof valuesOf>

/** What the form changes, as the endpoint expects it. */
function toCorrection(record: LogRecord, values: Values): unknown {
  const { role, dependents, note: _note, signed_out_at, ...texts } = dirtyValues(valuesOf(record), values)
  return {
    ...texts,
    // The form's first value has no seconds, and is ambiguous in an hour that comes twice.
    ...(signed_out_at !== undefined && {
      signed_out_at: signed_out_at === record.now_local ? record.as_of : signed_out_at,
    }),
    ...(role !== undefined && { role: role === '' ? null : role }),
    ...(dependents !== undefined && { dependents: Number(dependents) }),
    note: values.note,
  }
}

/** For an open visit it is a check-out, which not everyone may do. A superseded visit has none. */
const canTellDeparture = ({ ended_as: ending, can_check_out: canCheckOut }: LogRecord) =>
  ending === null ? canCheckOut : ending !== 'superseded'

interface CorrectModalProps {
  record: LogRecord
  /** Starts with the current time as the departure. */
  isCheckOut: boolean
  onClose: () => void
}

/**
 * Corrects a visit, ends an open one, or adds a note, the only change to a refused attempt. Earlier
 * values stay in the log.
 */
export function CorrectModal({ record, isCheckOut, onClose }: CorrectModalProps) {
  const { t } = useLingui()
  const { known = record, headers, form } = useEditedRow(record, LogRecord, valuesOf)
  const hasName = record.kind === 'visitor' && !record.is_anonymised
  const roles = [...record.roles, ...archivedRole(record)]
  const isOfPerson = () => record.can_correct && hasName && !isCheckOut
  const fields: FormField<Values>[] = [
    { name: 'first_name', label: <Trans>First name</Trans>, isShown: isOfPerson },
    { name: 'last_name', label: <Trans>Last name</Trans>, isShown: isOfPerson },
    { name: 'mobile', label: <Trans>Mobile</Trans>, type: 'tel', isShown: isOfPerson },
    {
      type: 'select',
      name: 'role',
      label: <Trans>Role</Trans>,
      options: [{ value: '', label: t`None` }, ...roles.map(({ id, name }) => ({ value: id, label: name }))],
      isShown: () => record.can_correct && !isCheckOut && roles.length > 0,
    },
    {
      type: 'select',
      name: 'dependents',
      label: <Trans>Dependants</Trans>,
      options: dependentOptions,
      isShown: () => record.can_correct && !isCheckOut,
    },
    {
      type: 'datetime-local',
      name: 'signed_out_at',
      label: <Trans>Left</Trans>,
      hint:
        record.ended_as === null ? (
          <Trans>In the site’s time zone. A time checks the person out.</Trans>
        ) : (
          <Trans>In the site’s time zone.</Trans>
        ),
      max: record.now_local,
      isShown: () => record.can_correct && canTellDeparture(record),
    },
    {
      type: 'long',
      name: 'note',
      label: record.can_correct ? <Trans>Reason or note</Trans> : <Trans>Note</Trans>,
      hint: record.can_correct && <Trans>Shown in the log next to the change.</Trans>,
    },
  ]
  const initial = valuesOf(known)
  return (
    <FormModal<Values, typeof Correction>
      id="correction"
      title={
        isCheckOut ? (
          <Trans>Check out</Trans>
        ) : record.can_correct ? (
          <Trans>Correct the visit</Trans>
        ) : (
          <Trans>Add a note</Trans>
        )
      }
      schema={Correction}
      {...form}
      values={isCheckOut ? { ...initial, signed_out_at: known.now_local } : initial}
      read={(values) => toCorrection(known, values)}
      fields={fields}
      submitLabel={isCheckOut ? <Trans>Check out</Trans> : <Trans>Save</Trans>}
      submit={async (body) => {
        await renewLog(await api.call(correctVisitEndpoint, { params: { id: record.id }, headers, body }))
        toast('success', record.can_correct ? t`The log has been corrected.` : t`Note added.`)
      }}
      onClose={onClose}
    />
  )
}

/** The role of the visit, where the site no longer offers it. */
function archivedRole({ role_id: id, role: name, roles }: LogRecord): LogRecord['roles'] {
  return id === null || name === null || roles.some((one) => one.id === id) ? [] : [{ id, name }]
}
