import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { Button } from '@gatehouse/ui/core/button'
import { Field, FieldError } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextArea, TextInput } from '@gatehouse/ui/core/text-input'
import type { Language } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { type Path, useFieldArray } from 'react-hook-form'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import listStyles from '../../lib/forms/form-fields.module.css'
import { newOption, type QuestionValues } from './question-values.ts'

interface TranslatedProps {
  form: FieldsForm<QuestionValues>
  /** The language of the client, in which everything is written. */
  own: Language
  /** The language into which it is translated; no translation is shown where it is the own one. */
  language: Language
}

/** The question itself, and its translation. */
export function TranslatedText({ form, own, language }: TranslatedProps) {
  return (
    <>
      <LongField form={form} name="text" language={own} label={<Trans>Question</Trans>} />
      {language !== own && (
        <LongField
          key={language}
          form={form}
          name={`texts.${language}`}
          language={language}
          label={<Trans>Question: {languageNames[language]}</Trans>}
          isOptional
        />
      )}
    </>
  )
}

interface FieldProps {
  form: FieldsForm<QuestionValues>
  name: Path<QuestionValues>
  language: Language
  label: ReactNode
  isOptional?: boolean
}

function LongField({ form, name, language, label, isOptional = false }: FieldProps) {
  const { control, ...state } = form.field(name)
  const { ref, ...given } = control
  return (
    <Field label={label} {...(isOptional && { optional: <Trans>(optional)</Trans> })} {...state}>
      <TextArea
        {...given}
        ref={ref as Ref<HTMLTextAreaElement>}
        rows={2}
        lang={localeTags[language]}
        required={!isOptional}
      />
    </Field>
  )
}

function LineField({ form, name, language, label, isOptional = false }: FieldProps) {
  const { control, ...state } = form.field(name)
  return (
    <Field label={label} {...(isOptional && { optional: <Trans>(optional)</Trans> })} {...state}>
      <TextInput {...control} autoComplete="off" lang={localeTags[language]} required={!isOptional} />
    </Field>
  )
}

function ActionField({ form, name }: Pick<FieldProps, 'form' | 'name'>) {
  const { t } = useLingui()
  const { control, ...state } = form.field(name)
  return (
    <Field label={<Trans>Whoever gives it</Trans>} {...state}>
      <SelectInput {...control}>
        <option value="pass">{t`may sign in`}</option>
        <option value="fail">{t`may not sign in`}</option>
      </SelectInput>
    </Field>
  )
}

/** The answer yes, or no: its words, and what it does. */
export function YesNoFields({ form, name, own, language }: TranslatedProps & { name: 'yes' | 'no' }) {
  return (
    <fieldset className={listStyles.list}>
      <legend className={listStyles.legend}>
        {name === 'yes' ? <Trans>First answer</Trans> : <Trans>Second answer</Trans>}
      </legend>
      <div className={listStyles.item}>
        <LineField form={form} name={`${name}.text`} language={own} label={<Trans>Answer</Trans>} />
        {language !== own && (
          <LineField
            key={language}
            form={form}
            name={`${name}.texts.${language}`}
            language={language}
            label={<Trans>Answer: {languageNames[language]}</Trans>}
            isOptional
          />
        )}
        <ActionField form={form} name={`${name}.action`} />
      </div>
    </fieldset>
  )
}

/** The answers to choose from. */
export function OptionFields({ form, own, language }: TranslatedProps) {
  const { t } = useLingui()
  // The name `id` is that of the option itself.
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'options',
    keyName: 'rowKey',
  })
  const { id, error } = form.field('options')
  const removeOption = (at: number) => {
    remove(at)
    // The button that was pressed is gone. The one that adds stays.
    document.getElementById(`${id}-add`)?.focus()
  }
  return (
    <fieldset
      id={id}
      name="options"
      className={listStyles.list}
      tabIndex={-1}
      aria-describedby={`${id}-error`}
    >
      <legend className={listStyles.legend}>
        <Trans>Answers</Trans>
      </legend>
      {fields.map((option, at) => (
        <div key={option.rowKey} className={listStyles.item}>
          <LineField
            form={form}
            name={`options.${at}.desc`}
            language={own}
            label={<Trans>Answer {at + 1}</Trans>}
          />
          {language !== own && (
            <LineField
              key={language}
              form={form}
              name={`options.${at}.descs.${language}`}
              language={language}
              label={
                <Trans>
                  Answer {at + 1}: {languageNames[language]}
                </Trans>
              }
              isOptional
            />
          )}
          <ActionField form={form} name={`options.${at}.action`} />
          <Button size="small" onClick={() => removeOption(at)}>
            {t`Remove answer ${at + 1}`}
          </Button>
        </div>
      ))}
      <FieldError id={id}>{error}</FieldError>
      <Button id={`${id}-add`} size="small" onClick={() => append(newOption)}>
        <Trans>Add an answer</Trans>
      </Button>
    </fieldset>
  )
}
