import { Menu, MenuItem, MenuSeparator } from '@gatehouse/ui/aria/menu'
import { listSignInMethodsEndpoint, type SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Question } from '../../lib/forms/question.tsx'
import { useRowChange } from '../../lib/list/use-row-change.ts'
import { toast } from '../../lib/toaster.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { changeMethod, renewKey } from './queries.ts'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { BulkQuestion } from '../../lib/list/bulk-question.tsx'
import type { BulkQuestionProps } from '../../lib/list/list-declaration.ts'
import { useOnlySite } from '../../lib/site-select/site-options.ts'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'

/** The actions for a method. Users who may only read get its poster. */
export function MethodMenu({ method }: { method: SignInMethod }) {
  const { t } = useLingui()
  const open = useOpenWindow()
  const [question, setQuestion] = useState<'new-key' | 'retire'>()
  const close = () => setQuestion(undefined)
  const { id, name, key, type, enabled, can_manage: canManage } = method
  const change = useRowChange(listSignInMethodsEndpoint)
  const toggle = () =>
    change.mutate({
      id,
      fields: { enabled: !enabled },
      send: () => changeMethod(id, enabled ? 'disable' : 'enable'),
    })
  if (key === null) return null
  return (
    <>
      <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
        {canManage && <MenuItem inFooter="other" onAction={() => open({ edit: id })}>{t`Edit`}</MenuItem>}
        {canManage && type === 'device' && (
          <MenuItem onAction={() => open({ pair: id })}>{t`Pair a device`}</MenuItem>
        )}
        {canManage && type === 'kiosk' && (
          <MenuItem onAction={() => open({ pair: id })}>{t`Pair a tablet`}</MenuItem>
        )}
        <MenuItem inFooter="main" onAction={() => open({ poster: id })}>{t`QR poster`}</MenuItem>
        {canManage && (
          <>
            <MenuItem onAction={toggle}>{enabled ? t`Disable` : t`Enable`}</MenuItem>
            <MenuItem inFooter="other" onAction={() => setQuestion('new-key')}>{t`New key`}</MenuItem>
            <MenuSeparator />
            <MenuItem isDanger onAction={() => setQuestion('retire')}>{t`Retire`}</MenuItem>
          </>
        )}
      </Menu>
      {question === 'new-key' && (
        <Question
          act={() => renewKey(method)}
          onDone={(changed) => {
            toast('success', t`${name} has the new key ${changed.key ?? ''}.`)
            close()
          }}
          onClose={close}
          title={<Trans>A new key for {name}?</Trans>}
          confirmLabel={<Trans>Create a new key</Trans>}
          isDanger
        >
          <Trans>Posters with the key {key} stop working at once. Print a new one afterwards.</Trans>
        </Question>
      )}
      {question === 'retire' && (
        <Question
          act={() => changeMethod(id, 'retire')}
          onDone={() => {
            toast('success', t`${name} is retired.`)
            close()
          }}
          onClose={close}
          title={<Trans>Retire {name}?</Trans>}
          confirmLabel={<Trans>Retire</Trans>}
          isDanger
        >
          <Trans>This method stops working and can’t be restored. Its visits stay in the log.</Trans>
        </Question>
      )}
    </>
  )
}

/** Asks which site the chosen methods move to. */
export function MoveQuestion(props: BulkQuestionProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState('')
  // The list of methods has no other rows.
  const present = new Set((props.rows as readonly SignInMethod[]).map((method) => method.site_id))
  const [only] = present
  const beside = present.size === 1 ? only : undefined
  const onlyOther = useOnlySite({ beside })
  const siteId = chosen || (onlyOther ?? '')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    setMissing(siteId === '')
    if (siteId !== '') props.onRun({ site_id: siteId })
  }
  return (
    <BulkQuestion
      {...props}
      onConfirm={confirm}
      text={
        <Plural
          value={props.count}
          one="# sign-in method moves and keeps its key. Print a new poster: the old one names the current site."
          other="# sign-in methods move and keep their keys. Print new posters: the old ones name the current site."
        />
      }
    >
      <SiteSelect
        id="move-site"
        value={siteId}
        beside={beside}
        onChange={setChosen}
        label={<Trans>New site</Trans>}
        error={isMissing && siteId === '' && t(fieldMessages.site_required)}
      />
    </BulkQuestion>
  )
}

/** Explains what retiring means, for how many methods. */
export function RetireQuestion(props: BulkQuestionProps) {
  return (
    <BulkQuestion
      {...props}
      isDanger
      onConfirm={() => props.onRun({})}
      text={
        <Plural
          value={props.count}
          one="# method stops working and can’t be restored. Its visits stay in the log."
          other="# methods stop working and can’t be restored. Their visits stay in the log."
        />
      }
    />
  )
}
