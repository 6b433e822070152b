import { Button } from '@gatehouse/ui/core/button'
import { Link } from '@gatehouse/ui/core/link'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { each, SampleRow, Samples } from './samples.tsx'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const

export function ButtonSamples() {
  const { t } = useLingui()
  const [period, setPeriod] = useState<'day' | 'week'>('day')
  const names = { primary: t`Primary`, secondary: t`Secondary`, quiet: t`Quiet`, danger: t`Danger` }
  return (
    <Samples title={<Trans>Buttons and links</Trans>}>
      <SampleRow>
        {each(kinds, (kind) => (
          <Button kind={kind}>{names[kind]}</Button>
        ))}
      </SampleRow>
      <SampleRow>
        {each(kinds, (kind) => (
          <Button kind={kind} size="small" icon={<Plus size={16} />}>
            {names[kind]}
          </Button>
        ))}
      </SampleRow>
      <SampleRow>
        {each(kinds, (kind) => (
          <Button kind={kind} disabled>
            {names[kind]}
          </Button>
        ))}
      </SampleRow>
      <SampleRow>
        {each(kinds, (kind) => (
          <Button kind={kind} busy>
            {names[kind]}
          </Button>
        ))}
      </SampleRow>
      <SampleRow>
        <Link href="#main">
          <Trans>A link</Trans>
        </Link>
        <Link href="#main" quiet>
          <Trans>A quiet link</Trans>
        </Link>
        <SegmentedControl
          label={t`Period`}
          value={period}
          options={[
            { value: 'day', label: t`Day` },
            { value: 'week', label: t`Week` },
          ]}
          onChange={setPeriod}
        />
      </SampleRow>
    </Samples>
  )
}
