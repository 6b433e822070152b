import { Question } from '../../lib/forms/question.tsx'
import { Menu, MenuItem, MenuSeparator } from '@gatehouse/ui/aria/menu'
import { listSignInMethodsEndpoint, type SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useRowChange } from '../../lib/list/use-row-change.ts'
import { toast } from '../../lib/toaster.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { changeMethod, renewKey } from './queries.ts'

/** Loaded together: separate files would be larger. */
export { MoveQuestion, RetireQuestion } from './method-questions.tsx'

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
