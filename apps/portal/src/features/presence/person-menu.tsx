import { errorMessages } from '@gatehouse/i18n/error-messages'
import { FooterNote } from '@gatehouse/ui/aria/drawer'
import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '../../lib/toast-error.tsx'
import { toast, UNDO_MS } from '../../lib/toaster.ts'
import { changePresence, checkOut, renewPresence, undoCheckOut } from './queries.ts'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'
import { normaliseName } from '@gatehouse/validation/names'
import { BulkQuestion } from '../../lib/list/bulk-question.tsx'
import type { BulkQuestionProps } from '../../lib/list/list-declaration.ts'

/**
 * The actions for one person on site. Users who may only read are linked to the visit in the log.
 */
export function PersonMenu({
  person,
  name,
  onBan,
}: {
  person: PresentPerson
  name: string
  /** Undefined where the row has no person to ban. */
  onBan: (() => void) | undefined
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isTimeRefused, setTimeRefused] = useState(false)
  const { id, state, mobile, mobile_masked: isMasked } = person
  const { can_manage: canManage, can_check_out: canCheckOut } = person
  const change = useMutation({
    mutationFn: async ({ action, fields }: { action: string; fields?: Record<string, string> }) =>
      changePresence({ action, fields, ids: [id] }),
    onMutate: () => setTimeRefused(false),
    onSuccess: ({ done, blocked: [block] }, { action, fields }) => {
      // The typed value can be corrected.
      if (fields?.['at'] !== undefined && block?.code === 'time_out_of_range') return setTimeRefused(true)
      setAsking(false)
      if (block) {
        const known = Object.entries(errorMessages).find(([code]) => code === block.code)
        toast('error', known ? t(known[1]) : block.message)
      } else if (action === undoCheckOut) toast('success', t`${name} is on site again.`)
      else if (done === 0) toast('info', t`${name} has already left.`)
      else
        toast('success', t`${name} is checked out.`, {
          action: { label: t`Undo`, onPress: () => change.mutate({ action: undoCheckOut }) },
          timeout: UNDO_MS,
        })
    },
    onError: toastError,
    onSettled: renewPresence,
  })
  const openLog = (edit?: 'correct') => {
    const search = { row: id, site: person.site_id, ...momentOf(person), ...(edit && { edit }) }
    void navigate({ to: '/access_log', search })
  }
  return (
    <>
      <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
        {canCheckOut && state !== 'assumed_left' && (
          <>
            <MenuItem
              inFooter="main"
              isBusy={change.isPending}
              onAction={() => change.mutate({ action: checkOut })}
            >
              {t`Check out now`}
            </MenuItem>
            <MenuItem onAction={() => setAsking(true)}>{t`Check out at a time`}</MenuItem>
          </>
        )}
        {canManage && state === 'assumed_left' && (
          <MenuItem inFooter="main" onAction={() => openLog('correct')}>
            {t`Enter when they left`}
          </MenuItem>
        )}
        {mobile !== null && !isMasked && (
          <MenuItem inFooter="other" href={`tel:${mobile}`}>{t`Call`}</MenuItem>
        )}
        <MenuItem onAction={() => openLog()}>{t`Show in the log`}</MenuItem>
        {onBan && <MenuItem inFooter="other" onAction={onBan}>{t`Ban`}</MenuItem>}
      </Menu>
      {!canCheckOut && state !== 'assumed_left' && (
        <FooterNote>
          <Trans>Your account can’t check people out at this site.</Trans>
        </FooterNote>
      )}
      {isAsking && (
        <CheckOutQuestion
          count={1}
          rows={[]}
          action={t`Check out ${name}`}
          isBusy={change.isPending}
          isTimeRefused={isTimeRefused}
          onRun={(fields) => change.mutate({ action: checkOut, fields })}
          onClose={() => {
            setAsking(false)
            setTimeRefused(false)
          }}
        />
      )}
    </>
  )
}

const MINUTE_MS = 60_000

/** The moment of the sign-in, as the log's range. */
function momentOf({ signed_in_at: from }: PresentPerson): { from: string; to: string } {
  return { from, to: new Date(Date.parse(from) + MINUTE_MS).toISOString() }
}

/**
 * Asks when people left, and why they did not check out themselves. For one person the reason is
 * optional.
 */
export function CheckOutQuestion({
  isTimeRefused = false,
  ...props
}: BulkQuestionProps & { isTimeRefused?: boolean }) {
  const { t } = useLingui()
  const { count, onRun, typed } = props
  const [at, setAt] = useState(typed?.['at'] ?? '')
  const [reason, setReason] = useState(typed?.['reason'] ?? '')
  const [isMissing, setMissing] = useState(false)
  const isNeeded = count > 1
  const confirm = () => {
    const isEmpty = normaliseName(reason) === ''
    setMissing(isNeeded && isEmpty)
    if (!isNeeded || !isEmpty) onRun({ reason, ...(at !== '' && { at }) })
  }
  const optional = <Trans>(optional)</Trans>
  return (
    <BulkQuestion
      {...props}
      text={<Plural value={count} one="For # person." other="For # visits, with their dependants." />}
      onConfirm={confirm}
      isDirty={at !== (typed?.['at'] ?? '') || reason !== (typed?.['reason'] ?? '')}
    >
      <Field
        label={<Trans>Left</Trans>}
        optional={optional}
        hint={<Trans>In the site’s time zone. Defaults to now.</Trans>}
        error={isTimeRefused && t(fieldMessages.time_outside_visit)}
      >
        <TextInput
          type="datetime-local"
          value={at}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setAt(target.value)}
        />
      </Field>
      <Field
        label={<Trans>Reason</Trans>}
        {...(!isNeeded && { optional })}
        hint={<Trans>Shown in the log next to the check-out.</Trans>}
        error={isMissing && <Trans>Please enter a reason</Trans>}
      >
        <TextInput
          value={reason}
          maxLength={limits.reasonCharacters}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </BulkQuestion>
  )
}
