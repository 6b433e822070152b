import { linkClass } from '@gatehouse/ui/core/link'
import { MaskedNumber } from '@gatehouse/ui/staff/masked-number'
import { useLingui } from '@lingui/react/macro'
import styles from './mobile-number.module.css'

interface MobileNumberProps {
  /** As the reader may see it: in E.164, or masked. */
  mobile: string | null
  isMasked: boolean
  /** Formats a number for readers of the region. */
  phone: (e164: string) => string
}

/** A person's mobile in a list: a link that dials, or a mask that says so. */
export function MobileNumber({ mobile, isMasked, phone }: MobileNumberProps) {
  const { t } = useLingui()
  if (mobile === null) return '–'
  if (isMasked) {
    const digits = mobile.replace(/\D/g, '')
    return <MaskedNumber mask={mobile} label={t`Number hidden, last digits ${digits}`} />
  }
  return (
    <a href={`tel:${mobile}`} className={linkClass({ quiet: true })}>
      <span className={styles.whole}>{phone(mobile)}</span>
    </a>
  )
}
