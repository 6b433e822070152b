import { localeTags } from '@gatehouse/i18n/language-names'
import { Button } from '@gatehouse/ui/core/button'
import { type QuestionAnswer, QuestionField, type ShownQuestion } from '@gatehouse/ui/core/question-field'
import { PhoneFrame } from '@gatehouse/ui/staff/phone-frame'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import type { AnswerAction } from '@gatehouse/validation/question-texts'
import { type Language, type LookName, looks } from '@gatehouse/validation/vocabulary'
import { I18nProvider } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { guestTextsQuery } from '../../lib/guest-texts.ts'
import { lookLabels } from '../../lib/labels/vocabulary-labels.ts'
import { type Scheme, SchemeChoice } from '../../lib/preview/scheme-choice.tsx'
import styles from './question-preview.module.css'

export interface PreviewedQuestion {
  question: ShownQuestion
  /** The action of each answer, by its value. */
  actions: ReadonlyMap<string, AnswerAction>
}

interface QuestionPreviewProps {
  shown: PreviewedQuestion
  language: Language
  look: LookName
  venue: string
}

/** A question on a visitor's phone. It can be answered, to see what the answer does. */
export function QuestionPreview({ shown, language, look: first, venue }: QuestionPreviewProps) {
  const { t } = useLingui()
  const guestTexts = useQuery(guestTextsQuery).data?.get(language)
  const [look, setLook] = useState(first)
  const [scheme, setScheme] = useState<Scheme>('light')
  return (
    <section className={styles.preview} aria-label={t`Preview of the phone`}>
      <div className={styles.choices}>
        <SegmentedControl
          label={t`Look of the preview`}
          value={look}
          options={looks.map((name) => ({ value: name, label: t(lookLabels[name]) }))}
          onChange={setLook}
        />
        <SchemeChoice value={scheme} onChange={setScheme} />
      </div>
      {guestTexts ? (
        <PhoneFrame look={look} scheme={scheme} venue={venue}>
          <I18nProvider i18n={guestTexts}>
            <div lang={localeTags[language]} className={styles.form}>
              <Asked key={shown.question.type} shown={shown} />
            </div>
          </I18nProvider>
        </PhoneFrame>
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  )
}

/** With the texts of the guest app. */
function Asked({ shown: { question, actions } }: { shown: PreviewedQuestion }) {
  const id = useId()
  const [answer, setAnswer] = useState<QuestionAnswer>()
  const isFailing =
    question.type !== 'free text' && [answer].flat().some((value) => actions.get(value ?? '') === 'fail')
  return (
    <>
      <p className={styles.kind}>
        <Trans>Guest Sign In</Trans>
      </p>
      <QuestionField
        id={id}
        question={question}
        value={answer}
        onChange={setAnswer}
        error={isFailing && <Trans>You can’t sign in with this answer</Trans>}
        severalHint={<Trans>Choose all that apply</Trans>}
      />
      <Button kind="primary" full>
        <Trans>Continue</Trans>
      </Button>
    </>
  )
}
