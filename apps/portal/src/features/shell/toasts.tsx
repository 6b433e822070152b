import { ToastRegion } from '@gatehouse/ui/aria/toast'
import { useLingui } from '@lingui/react/macro'
import { toaster } from '../../lib/toaster.ts'

export function Toasts() {
  const { t } = useLingui()
  return <ToastRegion toaster={toaster} label={t`Messages`} closeLabel={t`Close`} />
}
