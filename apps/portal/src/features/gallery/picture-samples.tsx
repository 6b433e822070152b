import { EmptyDrawing, FailedDrawing } from '@gatehouse/ui/core/drawings'
import { LockedDrawing, NoMatchDrawing, UnavailableDrawing } from '@gatehouse/ui/core/state-drawings'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { Logo, Mark } from '@gatehouse/ui/core/mark'
import * as outcomeDrawings from '@gatehouse/ui/core/outcome-drawings'
import { StepMenu } from '@gatehouse/ui/core/step-menu'
import { languageOptions } from '@gatehouse/i18n/language-names'
import { languages, looks, type LookName } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { each, SampleRow, Samples, SampleColumns } from './samples.tsx'
import { Pass, type Outcome } from '@gatehouse/ui/core/pass'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'

const drawings = {
  ...outcomeDrawings,
  EmptyDrawing,
  FailedDrawing,
  LockedDrawing,
  NoMatchDrawing,
  UnavailableDrawing,
}

export function PictureSamples({ look }: { look: LookName }) {
  const { t } = useLingui()
  const [language, setLanguage] = useState('es')
  return (
    <Samples title={<Trans>Marks, drawings and steps</Trans>}>
      <SampleRow>
        <Logo look={look} />
        {each(looks, (name) => (
          <>
            <Mark look={name} size={16} />
            <Mark look={name} size={48} />
          </>
        ))}
      </SampleRow>
      <SampleRow>
        {Object.entries(drawings).map(([name, Drawing]) => (
          <Drawing key={name} size={72} />
        ))}
      </SampleRow>
      <StepMenu
        label={t`Steps`}
        doneLabel={t`done`}
        steps={[
          { id: 'details', label: t`Details`, state: 'done', href: '#main' },
          { id: 'questions', label: t`Questions`, state: 'current', href: '#main' },
          { id: 'code', label: t`Code`, state: 'locked', href: '#main' },
        ]}
        onSelect={() => {}}
      />
      <LanguageSwitch
        label={t`Language`}
        value={language}
        languages={languageOptions(languages)}
        onChange={setLanguage}
      />
    </Samples>
  )
}

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
