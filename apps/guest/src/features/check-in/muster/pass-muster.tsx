import { useLanguage } from '@gatehouse/i18n/use-language'
import { type ComponentType, Suspense } from 'react'
import { useCheckIn } from '../check-in-store.ts'
import type { MusterNoticeProps } from './muster-notice.tsx'
import { useOwnMuster } from './own-muster.ts'

interface PassMusterProps {
  /** Loaded only in a muster. */
  notice: ComponentType<MusterNoticeProps>
}

/** Polls for a muster at the site while a pass is shown, and shows it. */
export default function PassMuster({ notice: MusterNotice }: PassMusterProps) {
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
