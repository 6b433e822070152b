import { Popover } from '@gatehouse/ui/aria/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ColumnChoiceProps, ViewPanelProps } from './view-panel.tsx'
import { lazyPart } from '../lazy-part.tsx'

/** Fetched when it is first opened. */
const ViewPanel = lazyPart(() => import('./view-panel.tsx'), 'ViewPanel')

const ColumnChoice = lazyPart(() => import('./view-panel.tsx'), 'ColumnChoice')

/** The button that opens how a list is drawn. */
export function ViewOptions(props: Omit<ViewPanelProps, 'close'>) {
  const { t } = useLingui()
  return (
    <Popover trigger={<Trans>View</Trans>} triggerKind="quiet" title={t`View`} titleHidden>
      {(close) => <ViewPanel {...props} close={close} />}
    </Popover>
  )
}

/** The same with its columns alone. */
export function ColumnOptions(props: ColumnChoiceProps) {
  const { t } = useLingui()
  return (
    <Popover trigger={<Trans>View</Trans>} triggerKind="quiet" title={t`View`} titleHidden>
      {() => <ColumnChoice {...props} />}
    </Popover>
  )
}
