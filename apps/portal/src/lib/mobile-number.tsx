import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { linkClass } from '@gatehouse/ui/core/link'
import { MaskedNumber } from '@gatehouse/ui/staff/masked-number'
import { useLingui } from '@lingui/react/macro'
import { useSessionConfig } from './use-session.ts'
import styles from './mobile-number.module.css'

interface MobileNumberProps {
  /** As the reader may see it: in E.164, or masked. */
  mobile: string | null
  isMasked: boolean
}

/** A person's mobile in a list: a link that dials, or a mask that says so. */
export function MobileNumber({ mobile, isMasked }: MobileNumberProps) {
  const { t } = useLingui()
  const phone = usePhoneFormat(useSessionConfig().region)
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
