import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Trans, useLingui } from '@lingui/react/macro'

export type Scheme = 'light' | 'dark'

interface SchemeChoiceProps {
  value: Scheme
  onChange: (scheme: Scheme) => void
}

/** The choice between a light and a dark preview. */
export function SchemeChoice({ value, onChange }: SchemeChoiceProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Colours of the preview`}
      value={value}
      options={[
        { value: 'light', label: <Trans>Light</Trans> },
        { value: 'dark', label: <Trans>Dark</Trans> },
      ]}
      onChange={onChange}
    />
  )
}
