import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDay } from '@gatehouse/i18n/format/zoned-times'
import { languageNames, localeTags, shortLanguageNames } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import {
  createQuestionEndpoint,
  listQuestionsEndpoint,
  listRoleOptionsEndpoint,
  ManagedQuestion,
  updateQuestionEndpoint,
} from '@gatehouse/validation/endpoints/questions'
import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { canNobodyPass, languagesDone } from '@gatehouse/validation/question-texts'
import { type Language, languages, questionTypes } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useSessionConfig } from '../../lib/use-session.ts'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import type { FieldsForm, FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { manyField } from '../../lib/forms/many-field.tsx'
import { toast } from '../../lib/toaster.ts'
import { keepQuestion, questionQuery } from './queries.ts'
import { OptionFields, YesNoFields } from './question-fields.tsx'
import { QuestionPreview } from './question-preview.tsx'
import {
  answersOf,
  newValues,
  previewOf,
  QuestionForm,
  type QuestionValues,
  readValues,
  translated,
  valuesOf,
} from './question-values.ts'
import { questionTypeLabels } from '../../lib/labels/vocabulary-labels.ts'

interface QuestionModalProps {
  /** The id of a question, or `new`. */
  id: string
  onClose: () => void
}

/** The client's language, in which a new question is written. */
const ownLanguageQuery = {
  queryKey: [listQuestionsEndpoint.path, 'language'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.call(listQuestionsEndpoint, { query: { per_page: '1' } }, { signal })).language,
}

/** A new or an existing question, with a preview of the phone. */
export function QuestionModal({ id, onClose }: QuestionModalProps) {
  const { t } = useLingui()
  const isNew = id === 'new'
  const { data, ...query } = useQuery({ ...questionQuery(id), enabled: !isNew, gcTime: 0 })
  const { data: ownLanguage, ...newQuery } = useQuery({ ...ownLanguageQuery, enabled: isNew })
  const { known: question, headers, form } = useEditedRow(data, ManagedQuestion, valuesOf)
  const own = question?.language ?? ownLanguage
  const { fields, language } = useQuestionFields(own, question)
  return (
    <FormModal<QuestionValues, typeof QuestionForm>
      id="question"
      title={isNew ? <Trans>New question</Trans> : <Trans>Edit question</Trans>}
      schema={QuestionForm}
      {...form}
      values={isNew ? ownLanguage && newValues(ownLanguage) : question && valuesOf(question)}
      read={readValues}
      placeholder={
        <Pending
          title={<Trans>The question could not be loaded</Trans>}
          query={isNew ? newQuery : query}
          height={480}
        />
      }
      fields={fields}
      aside={(values) => <Preview values={values} language={language} />}
      submitLabel={isNew ? <Trans>Add question</Trans> : <Trans>Save</Trans>}
      failedTitle={<Trans>The question could not be saved</Trans>}
      submit={async ({ confirmed, ...body }, once) => {
        const saved = isNew
          ? await api.call(createQuestionEndpoint, { headers: once, body })
          : await api.call(updateQuestionEndpoint, { params: { id }, headers, body: { ...body, confirmed } })
        await keepQuestion(saved)
        toast('success', t`${saved.name} has been saved.`)
      }}
      draft={`question ${id}`}
      onClose={onClose}
    />
  )
}

/** @param question the stored one; undefined for a new one */
function useQuestionFields(own: Language = 'en-au', question?: ManagedQuestion) {
  const { t } = useLingui()
  const [chosen, setLanguage] = useState<Language>()
  const language = chosen ?? own
  const texts = { own, language }
  const client = question?.client_id
  const fields: FormField<QuestionValues>[] = [
    {
      name: 'name',
      label: <Trans>Name</Trans>,
      hint: <Trans>Shown in staff lists. Visitors never see it.</Trans>,
    },
    {
      type: 'select',
      name: 'type',
      label: <Trans>Type</Trans>,
      options: questionTypes.map((type) => ({ value: type, label: t(questionTypeLabels[type]) })),
    },
    {
      type: 'custom',
      key: 'language',
      edits: null,
      render: ({ values }) => (
        <LanguageChoice
          values={values}
          outdated={question?.outdated}
          own={own}
          language={language}
          onChange={setLanguage}
        />
      ),
    },
    {
      type: 'custom',
      key: 'confirmed',
      isShown: () => question?.outdated[language] !== undefined,
      render: (form) => (
        <OutdatedNotice form={form} language={language} since={question?.outdated[language] ?? ''} />
      ),
      edits: {
        name: 'confirmed',
        label: <Trans>Correct translations</Trans>,
        text: ({ confirmed }) => confirmed.map((code) => languageNames[code]).join(', ') || '–',
      },
    },
    { type: 'long', name: 'text', label: <Trans>Question</Trans>, lang: localeTags[own] },
    ...languages.map((code): FormField<QuestionValues> => ({
      type: 'long',
      name: `texts.${code}`,
      label: <Trans>Question: {languageNames[code]}</Trans>,
      lang: localeTags[code],
      isOptional: true,
      isShown: () => code === language && code !== own,
    })),
    ...(['yes', 'no'] as const).map((name): FormField<QuestionValues> => ({
      type: 'custom',
      key: name,
      isShown: ({ type }) => type === 'yes/no',
      render: (form) => <YesNoFields form={form} name={name} {...texts} />,
      edits: {
        name,
        label: name === 'yes' ? <Trans>First answer</Trans> : <Trans>Second answer</Trans>,
        text: ({ [name]: answer }) => allTexts(answer.text, answer.texts),
      },
    })),
    {
      type: 'custom',
      key: 'options',
      isShown: ({ type }) => type === 'select' || type === 'multi-select',
      render: (form) => <OptionFields form={form} {...texts} />,
      edits: {
        name: 'options',
        label: <Trans>Answers</Trans>,
        text: ({ options }) => options.map(({ desc, descs }) => allTexts(desc, descs)).join(', '),
      },
    },
    {
      type: 'custom',
      key: 'warning',
      edits: null,
      isShown: (values) => canNobodyPass(answersOf(values)),
      render: () => (
        <Notice kind="caution" live="polite" title={<Trans>Every answer blocks the sign-in</Trans>}>
          <Trans>Every answer blocks the sign-in.</Trans>
        </Notice>
      ),
    },
    manyField({
      name: 'sites',
      legend: <Trans>Sites that ask it</Trans>,
      hint: <Trans>At all their sign-in methods</Trans>,
      searchLabel: <Trans>Find a site</Trans>,
      queryKey: listSiteOptionsEndpoint.path,
      client,
      find: (search, options) => api.call(listSiteOptionsEndpoint, { query: { search } }, options),
    }),
    manyField({
      name: 'methods',
      legend: <Trans>Single sign-in methods</Trans>,
      hint: <Trans>Methods that ask it although their site does not.</Trans>,
      searchLabel: <Trans>Find a sign-in method</Trans>,
      queryKey: listSignInMethodsEndpoint.path,
      client,
      find: findMethods,
    }),
    manyField({
      name: 'roles',
      legend: <Trans>Only for these visitor roles</Trans>,
      hint: <Trans>Tick none to ask everyone. A site without any of the ticked roles asks no one.</Trans>,
      searchLabel: <Trans>Find a role</Trans>,
      queryKey: listRoleOptionsEndpoint.path,
      client,
      find: (search, options) => api.call(listRoleOptionsEndpoint, { query: { search } }, options),
    }),
    {
      name: 'description',
      type: 'long',
      label: <Trans>Description</Trans>,
      hint: <Trans>Why it is asked, for staff.</Trans>,
      isOptional: true,
    },
    { type: 'checkbox', name: 'enabled', label: <Trans>Visitors are asked</Trans> },
  ]
  return { fields, language }
}

/** How many sign-in methods are offered at a time. */
const OFFERED = 50

async function findMethods(
  search: string | undefined,
  options: { signal: AbortSignal; client: string | undefined },
) {
  const query = { search, per_page: String(OFFERED) }
  const { items, total } = await api.call(listSignInMethodsEndpoint, { query }, options)
  return {
    items: items.map(({ id, name, site_name }) => ({ id, name: `${name} · ${site_name}` })),
    has_more: total > OFFERED,
  }
}

interface LanguageChoiceProps {
  values: QuestionValues
  /** When a text was changed without its translation, as it is stored. */
  outdated: ManagedQuestion['outdated'] | undefined
  own: Language
  language: Language
  onChange: (language: Language) => void
}

/** The language of the translations below and of the preview. Missing translations are marked. */
function LanguageChoice({ values, outdated, own, language, onChange }: LanguageChoiceProps) {
  const { t } = useLingui()
  const done = languagesDone(translated(values), own)
  const isOld = (code: Language) => outdated?.[code] !== undefined && !values.confirmed.includes(code)
  return (
    <Stack>
      <SegmentedControl
        label={t`Language`}
        value={language}
        options={languages.map((code) => ({
          value: code,
          label: (
            <>
              {shortLanguageNames[code]}{' '}
              {(!done.includes(code) || isOld(code)) && (
                <Badge kind="caution">
                  {done.includes(code) ? <Trans>out of date</Trans> : <Trans>missing</Trans>}
                </Badge>
              )}
            </>
          ),
        }))}
        onChange={onChange}
      />
      {!done.includes(language) && (
        <p>
          <Trans>
            Texts missing in {languageNames[language]} are shown in {languageNames[own]}.
          </Trans>
        </p>
      )}
    </Stack>
  )
}

interface OutdatedNoticeProps {
  form: FieldsForm<QuestionValues>
  language: Language
  /** When a text was changed without its translation. */
  since: string
}

/** Says that a translation may be outdated. A user who has checked it can confirm it. */
function OutdatedNotice({ form, language, since }: OutdatedNoticeProps) {
  const shown = useLanguage()
  const { field } = useController({ control: form.control, name: 'confirmed' })
  const confirmed = form.values.confirmed
  const name = languageNames[language]
  if (confirmed.includes(language))
    return (
      <Notice
        kind="good"
        live="polite"
        action={
          <Button size="small" onClick={() => field.onChange(confirmed.filter((code) => code !== language))}>
            <Trans>Undo</Trans>
          </Button>
        }
      >
        <Trans>{name} becomes the correct answer when you save.</Trans>
      </Notice>
    )
  return (
    <Notice
      kind="caution"
      live="polite"
      title={<Trans>{name} may be out of date</Trans>}
      action={
        <Button size="small" onClick={() => field.onChange([...confirmed, language])}>
          <Trans>It is correct</Trans>
        </Button>
      }
    >
      <Trans>
        The text was changed on {formatDay(since, shown, ownTimeZone())}. Check the translation, then change
        it or confirm it.
      </Trans>
    </Notice>
  )
}

function Preview({ values, language }: { values: QuestionValues; language: Language }) {
  const { t } = useLingui()
  const { look } = useSessionConfig()
  return (
    <QuestionPreview
      shown={previewOf(values, language)}
      language={language}
      look={look}
      venue={values.sites[0]?.name ?? t`Your site`}
    />
  )
}

/** An answer with its translations. */
const allTexts = (text: string, texts: Record<Language, string>): string =>
  [...new Set([text, ...Object.values(texts)])].filter((one) => one !== '').join(' / ')
