import { linkClass } from '@gatehouse/ui/core/link'
import { Notice } from '@gatehouse/ui/core/notice'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { AddressNotice, canShowCode } from '../../lib/public-address/public-address.tsx'
import { QrCode } from '../../lib/qr-code.tsx'
import { lookLabels, methodTypeLabels, guestLimitLabels } from '../../lib/labels/vocabulary-labels.ts'
import styles from './method-details.module.css'
import { MethodDevice, MethodTablets } from './method-device.tsx'
import { statusNames, statusOf } from './method-words.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { logoOf, PhonePreview } from './phone-preview.tsx'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'

/** A method beside the list: its link, what a visitor sees, and its settings. */
export function MethodDetails({ method }: { method: SignInMethod }) {
  const { t } = useLingui()
  const childState = useChildPageState()
  const openWindow = useOpenWindow()
  const { id, url, key } = method
  const pair = () => openWindow({ pair: id })
  const status = statusOf(method)
  return (
    <div className={styles.details}>
      {status === 'disabled' && (
        <Notice kind="caution" title={<Trans>No one can sign in here</Trans>}>
          <Trans>This method is disabled: its address leads to a page that says so.</Trans>
        </Notice>
      )}
      <MethodLimits method={method} />
      {url !== null && key !== null && (
        <section className={styles.code}>
          <AddressNotice />
          {canShowCode() && (
            <div className={styles.qr}>
              <QrCode text={url} ecc="Q" label={t`QR code of ${method.name}`} />
            </div>
          )}
          <p className={styles.address}>
            <a href={url} target="_blank" rel="noreferrer">
              {withoutScheme(url)}
            </a>
          </p>
          <Link to="/qr_test" search={{ key }} state={childState} className={linkClass()}>
            <Trans>Test the code</Trans>
          </Link>
        </section>
      )}
      {method.type === 'device' && method.retired_at === null && (
        <MethodDevice method={method} onPair={pair} />
      )}
      {method.type === 'kiosk' && method.retired_at === null && (
        <MethodTablets method={method} onPair={pair} />
      )}
      <MethodFacts method={method} />
      <h3 className={styles.heading}>
        <Trans>What a visitor sees</Trans>
      </h3>
      <PhonePreview
        look={method.shown_look}
        colours={method.colours}
        accent={method.client_accent}
        logo={logoOf(method)}
        messages={method.success_message}
        siteName={method.site_name}
      />
    </div>
  )
}

function MethodFacts({ method }: { method: SignInMethod }) {
  const { t } = useLingui()
  const { settings, use_temperature: usesTemperature } = method
  const { sample_seconds: sample, result_seconds: result, standby_minutes: standby } = settings
  const { pressure_unit: unit, pressure_min: lowest, pressure_max: highest } = settings
  const hasPressure = lowest !== null || highest !== null
  const facts = [
    { label: t`Status`, value: t(statusNames[statusOf(method)]) },
    { label: t`Sign-ins waiting on the kiosk`, value: method.waiting || '' },
    { label: t`Type`, value: t(methodTypeLabels[method.type]) },
    { label: t`Site`, value: method.site_name },
    { label: t`Location`, value: method.location },
    { label: t`Kiosk ID`, value: method.kiosk_id },
    { label: t`Serial number`, value: method.serial_number },
    { label: t`Look`, value: t(lookLabels[method.shown_look]) },
    { label: t`Temperature`, value: usesTemperature ? t`Asks for a code` : t`Not used` },
  ]
  const measured = [
    { label: t`Sample`, value: sample === null ? '' : t`${sample} s` },
    { label: t`Result shown`, value: result === null ? '' : t`${result} s` },
    { label: t`Standby after`, value: standby === null ? '' : t`${standby} min` },
    { label: t`Pressure`, value: hasPressure ? `${lowest ?? '…'} – ${highest ?? '…'} ${unit}` : '' },
  ]
  const shown = [...facts, ...(method.type === 'device' ? measured : [])]
  return <Facts facts={shown.filter(({ value }) => value !== '')} />
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}

/** What limits refused to guests in the last minutes. */
export function MethodLimits({ method: { limited, type, time_zone: zone } }: { method: SignInMethod }) {
  const { t } = useLingui()
  const language = useLanguage()
  return limited.map(({ what, since }) => (
    <Notice
      key={what}
      kind="caution"
      title={
        <Trans>
          {t(guestLimitLabels[what])} limited since {formatTime(new Date(since), language, timeZoneOf(zone))}
        </Trans>
      }
    >
      {type === 'kiosk' && what === 'sign_out_search' && <Trans>Paired tablets have their own limits.</Trans>}
    </Notice>
  ))
}
