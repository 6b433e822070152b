import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Path } from 'react-hook-form'
import { type FieldsForm, Items, SingleField } from '../../lib/forms/form-fields.tsx'
import listStyles from '../../lib/forms/form-fields.module.css'
import { newOption, type QuestionValues } from './question-values.ts'

interface TranslatedProps {
  form: FieldsForm<QuestionValues>
  /** The client's language, in which everything is written. */
  own: Language
  /** The language of the translation; none is shown where it is the client's own. */
  language: Language
}

interface AnswerFieldsProps extends TranslatedProps {
  label: ReactNode
  /** The field names of the answer, its translations and its action. */
  text: Path<QuestionValues>
  texts: 'yes.texts' | 'no.texts' | `options.${number}.descs`
  action: Path<QuestionValues>
}

/** An answer, its translation and its action. */
function AnswerFields({ form, own, language, label, text, texts, action }: AnswerFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <SingleField field={{ label, lang: localeTags[own] }} state={form.field(text)} />
      {language !== own && (
        <SingleField
          key={language}
          field={{
            label: (
              <>
                {label}: {languageNames[language]}
              </>
            ),
            lang: localeTags[language],
            isOptional: true,
          }}
          state={form.field(`${texts}.${language}`)}
        />
      )}
      <SingleField
        field={{
          type: 'select',
          label: <Trans>The person who answers</Trans>,
          options: [
            { value: 'pass', label: t`can sign in` },
            { value: 'fail', label: t`can’t sign in` },
          ],
        }}
        state={form.field(action)}
      />
    </>
  )
}

/** The answer yes or no: its text and its action. */
export function YesNoFields({ name, ...translated }: TranslatedProps & { name: 'yes' | 'no' }) {
  return (
    <fieldset className={listStyles.list}>
      <legend className={listStyles.legend}>
        {name === 'yes' ? <Trans>First answer</Trans> : <Trans>Second answer</Trans>}
      </legend>
      <div className={listStyles.item}>
        <AnswerFields
          {...translated}
          label={<Trans>Answer</Trans>}
          text={`${name}.text`}
          texts={`${name}.texts`}
          action={`${name}.action`}
        />
      </div>
    </fieldset>
  )
}

/** The answers to choose from. */
export function OptionFields(translated: TranslatedProps) {
  const { t } = useLingui()
  return (
    <Items
      form={translated.form}
      name="options"
      label={<Trans>Answers</Trans>}
      addLabel={<Trans>Add an answer</Trans>}
      removeLabel={(number) => t`Remove answer ${number}`}
      newItem={newOption}
    >
      {(at) => (
        <AnswerFields
          {...translated}
          label={<Trans>Answer {at + 1}</Trans>}
          text={`options.${at}.desc`}
          texts={`options.${at}.descs`}
          action={`options.${at}.action`}
        />
      )}
    </Items>
  )
}
