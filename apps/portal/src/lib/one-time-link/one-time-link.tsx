import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import type { OneTimeLink } from '@gatehouse/validation/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { AddressNotice, canShowCode, reachableUrl } from '../public-address/public-address.tsx'
import { toast } from '../toaster.ts'

/** A link that is shown once, and its expiry. */
export function LinkField({ link }: { link: OneTimeLink }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <>
      {canShowCode() && <AddressNotice />}
      <Field
        label={<Trans>One-time link</Trans>}
        id="one-time-link"
        hint={t`Valid until ${formatExactTime(link.expires_at, language, ownTimeZone())}. It is shown once, and a new link replaces it.`}
      >
        <TextInput readOnly value={reachableUrl(link.url)} onFocus={(event) => event.target.select()} />
      </Field>
    </>
  )
}

export function CopyLink({ link }: { link: OneTimeLink }) {
  const { t } = useLingui()
  const copy = async () => {
    await navigator.clipboard.writeText(reachableUrl(link.url))
    toast('success', t`The link has been copied.`)
  }
  return (
    <Button
      onClick={() =>
        void copy().catch(() =>
          toast('error', t`The link could not be copied. Select it and copy it by hand.`),
        )
      }
    >
      <Trans>Copy the link</Trans>
    </Button>
  )
}
