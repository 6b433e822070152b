import { Card } from '@gatehouse/ui/core/card'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Figure, Figures } from '@gatehouse/ui/staff/figure'
import { MaskedNumber } from '@gatehouse/ui/staff/masked-number'
import { PersonCard, PersonList } from '@gatehouse/ui/staff/person-card'
import { Sparkline } from '@gatehouse/ui/staff/sparkline'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { each, SampleColumns, SampleRow, Samples } from './samples.tsx'

const sizes = ['24', '32', '40', '64', '96'] as const
const pixels = { 24: 24, 32: 32, 40: 40, 64: 64, 96: 96 } as const

export function FigureSamples() {
  const { t } = useLingui()
  const [isTicked, setTicked] = useState(true)
  const digits = '486'
  return (
    <Samples title={<Trans>Figures and people</Trans>}>
      <Figures>
        <Figure
          label={t`On site now`}
          value="109"
          detail="+14%"
          chart={<Sparkline values={[88, 96, 83, 104, null, 98, 109]} />}
        />
        <Figure label={t`Overdue`} value="3" />
        <Figure label={t`Check-ins`} value="214" detail="−2%" />
        <Figure label={t`Median stay`} />
      </Figures>
      <SampleColumns>
        <Card title={t`Details`}>
          <Facts
            facts={[
              { label: t`Name`, value: 'Amelia Álvarez' },
              { label: t`Site`, value: t`Dock` },
            ]}
          />
        </Card>
      </SampleColumns>
      <PersonList
        people={[
          <PersonCard
            key="amelia"
            id="amelia"
            name="Amelia Álvarez"
            picture={<Avatar name="Amelia Álvarez" size={64} />}
            detail={t`Visitor`}
            isTicked={isTicked}
            onTick={setTicked}
          />,
          <PersonCard
            key="hemi"
            id="hemi"
            name="Hēmi Taylor"
            picture={<Avatar name="Hēmi Taylor" size={64} />}
            detail={t`Staff`}
            isTicked={!isTicked}
            onTick={(on) => setTicked(!on)}
            phone={{ label: <MaskedNumber mask="••• 486" label={t`Number hidden, last digits ${digits}`} /> }}
          />,
          <PersonCard
            key="wei"
            id="wei"
            name="Wei Ng"
            picture={<Avatar name="Wei Ng" size={64} />}
            detail={t`Staff`}
            highlight="missing"
            onTick={() => {}}
            phone={{ href: 'tel:+61412345678', label: '0412 345 678' }}
          />,
        ]}
        renderCard={(card) => card}
      />
      <SampleRow>
        {each(sizes, (size) => (
          <Avatar name="Amelia Álvarez" size={pixels[size]} />
        ))}
      </SampleRow>
    </Samples>
  )
}
