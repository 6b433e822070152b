import { Pass, type Outcome } from '@gatehouse/ui/core/pass'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { Trans, useLingui } from '@lingui/react/macro'
import { each, SampleColumns, Samples } from './samples.tsx'

const outcomes = ['success', 'departed', 'low', 'high', 'banned'] as const satisfies readonly Outcome[]

export function PassSamples() {
  const { t } = useLingui()
  const labels: Record<Outcome, string> = {
    success: t`Signed in`,
    departed: t`Signed out`,
    low: t`Temperature alert`,
    high: t`Temperature alert`,
    banned: t`Do not proceed`,
  }
  return (
    <Samples title={<Trans>Visitor passes</Trans>}>
      <SampleColumns>
        {each(outcomes, (outcome) => (
          <Pass
            outcome={outcome}
            word={labels[outcome]}
            name="Amelia Álvarez"
            venue={t`Stadium`}
            time="9:41"
            timeLabel={t`Signed in`}
            {...((outcome === 'low' || outcome === 'high') && {
              facts: [{ label: t`Temperature`, value: outcome === 'low' ? '34.2 °C' : '38.4 °C' }],
            })}
          />
        ))}
      </SampleColumns>
      <SiteFooter name="Gatehouse" support={{ href: '#main', label: t`Support` }} />
    </Samples>
  )
}
