import { Popover } from '@gatehouse/ui/aria/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ColumnChoiceProps, ViewPanelProps } from './view-panel.tsx'
import { lazyPart } from '../lazy-part.tsx'

/** Loaded when it is first opened. */
const ViewPanel = lazyPart(() => import('./view-panel.tsx'), 'ViewPanel')

const ColumnChoice = lazyPart(() => import('./view-panel.tsx'), 'ColumnChoice')

/** The button that opens the display options of a list. */
export function ViewOptions(props: Omit<ViewPanelProps, 'close'>) {
  const { t } = useLingui()
  return (
    <Popover trigger={<Trans>View</Trans>} triggerKind="quiet" title={t`View`} titleHidden>
      {(close) => <ViewPanel {...props} close={close} />}
    </Popover>
  )
}

/** The same with the columns alone. */
export function ColumnOptions(props: ColumnChoiceProps) {
  const { t } = useLingui()
  return (
    <Popover trigger={<Trans>View</Trans>} triggerKind="quiet" title={t`View`} titleHidden>
      {() => <ColumnChoice {...props} />}
    </Popover>
  )
}
