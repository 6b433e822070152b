import { useLanguage } from '@gatehouse/i18n/use-language'
import { Suspense } from 'react'
import { useCheckIn } from '../check-in-store.ts'
import { lazyAside } from '../lazy-aside.ts'
import { useOwnMuster } from './own-muster.ts'

/** Loaded only in a muster. */
const MusterNotice = lazyAside(() => import('./muster-notice.tsx'))

/** Polls for a muster at the site while a pass is shown, and shows it. */
export default function PassMuster() {
  const language = useLanguage()
  const checkOutToken = useCheckIn((state) => state.checkIn?.checkOutToken) ?? ''
  const muster = useOwnMuster(checkOutToken, language)
  return (
    muster && (
      <Suspense>
        <MusterNotice key={checkOutToken} muster={muster} checkOutToken={checkOutToken} />
      </Suspense>
    )
  )
}
