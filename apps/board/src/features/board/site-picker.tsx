import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Trans, useLingui } from '@lingui/react/macro'

interface SitePickerProps {
  sites: readonly BoardSite[]
  siteId: string | undefined
  onSite: (siteId: string) => void
}

export function SitePicker({ sites, siteId, onSite }: SitePickerProps) {
  const { t } = useLingui()
  return (
    <Field label={<Trans>Site</Trans>} labelHidden>
      <SelectInput
        value={siteId ?? ''}
        disabled={sites.length === 0}
        onChange={(event) => onSite(event.target.value)}
      >
        {siteId === undefined && (
          <option value="" disabled>
            {t`Choose a site`}
          </option>
        )}
        {sites.map((site) => (
          <option key={site.id} value={site.id}>
            {site.name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
