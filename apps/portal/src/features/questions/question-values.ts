import {
  AnswerOptions,
  differentYesNo,
  type ManagedQuestion,
  questionFields,
  YesNoAnswers,
} from '@gatehouse/validation/endpoints/questions'
import type { AnswerAction, OfferedAnswers, TranslatedQuestion } from '@gatehouse/validation/question-texts'
import { type Language, languages, type QuestionType } from '@gatehouse/validation/vocabulary'
import * as v from 'valibot'
import { idsOf, type Named } from '../../lib/forms/many-field.tsx'
import type { PreviewedQuestion } from './question-preview.tsx'

type Texts = Record<Language, string>

const noTexts: Texts = { en: '', 'en-au': '', es: '' }
/** An empty text for each language without a translation. */
const withAll = ({
  en = '',
  'en-au': enAu = '',
  es = '',
}: { [Name in Language]?: string | undefined } = {}): Texts => ({ en, 'en-au': enAu, es })
/** Its id is empty. */
export const newOption = { id: '', desc: '', descs: noTexts, action: 'pass' as AnswerAction }
type OptionValues = typeof newOption

const yesWords: Texts = { en: 'Yes', 'en-au': 'Yes', es: 'Sí' }
const noWords: Texts = { en: 'No', 'en-au': 'No', es: 'No' }

/**
 * The values of a new question. A missing translation is an empty text.
 * @param own the language of the client
 */
export function newValues(own: Language) {
  const translatedInto = (words: Texts): Texts => ({ ...words, [own]: '' })
  const yes = { text: yesWords[own], texts: translatedInto(yesWords), action: 'fail' as AnswerAction }
  const no: typeof yes = { text: noWords[own], texts: translatedInto(noWords), action: 'pass' }
  return {
    name: '',
    description: '',
    type: 'yes/no' as QuestionType,
    text: '',
    texts: noTexts,
    yes,
    no,
    options: [newOption, newOption],
    roles: new Array<Named>(),
    sites: new Array<Named>(),
    methods: new Array<Named>(),
    enabled: true,
    /** The languages whose translations are still right after a text was changed. */
    confirmed: new Array<Language>(),
  }
}

export type QuestionValues = ReturnType<typeof newValues>
type YesNoValues = QuestionValues['yes']

export function valuesOf(question: ManagedQuestion): QuestionValues {
  const { name, description, type, text, texts, answers, enabled } = question
  const fresh = newValues(question.language)
  const atSite = (items: ManagedQuestion['roles']) =>
    items.map((item) => ({ id: item.id, name: `${item.name} · ${item.site_name}` }))
  return {
    ...fresh,
    name,
    description,
    type,
    text,
    texts: withAll(texts),
    ...(answers &&
      'yes' in answers && {
        yes: { ...answers.yes, texts: withAll(answers.yes.texts) },
        no: { ...answers.no, texts: withAll(answers.no.texts) },
      }),
    ...(Array.isArray(answers) && {
      options: answers.map(({ id, desc, descs, action }) => ({ id, desc, descs: withAll(descs), action })),
    }),
    roles: atSite(question.roles),
    sites: question.sites,
    methods: atSite(question.methods),
    enabled,
  }
}

const formFields = { ...questionFields, confirmed: v.array(v.picklist(languages)) }

/**
 * The form's schema by type, with the endpoint's own field schemas. Its output is the endpoint's
 * body.
 */
export const QuestionForm = v.pipe(
  v.variant('type', [
    v.strictObject({ ...formFields, type: v.literal('yes/no'), ...YesNoAnswers.entries }),
    v.strictObject({ ...formFields, type: v.literal('free text') }),
    v.strictObject({
      ...formFields,
      type: v.picklist(['select', 'multi-select']),
      options: AnswerOptions,
    }),
  ]),
  differentYesNo(),
  v.transform((form) => {
    if (form.type === 'yes/no') {
      const { yes, no, ...others } = form
      return { ...others, answers: { yes, no } }
    }
    if (form.type === 'free text') return { ...form, answers: null }
    const { options, ...others } = form
    return { ...others, answers: options }
  }),
)

/** The schema's input: without empty translations, and with the answers of the chosen type only. */
export function readValues({ yes, no, options, roles, sites, methods, ...values }: QuestionValues): unknown {
  const answer = ({ text, texts, action }: YesNoValues) => ({ text, texts: given(texts), action })
  const answers = {
    'yes/no': { yes: answer(yes), no: answer(no) },
    'free text': {},
    select: { options: options.map(readOption) },
    'multi-select': { options: options.map(readOption) },
  }[values.type]
  return {
    ...values,
    ...answers,
    texts: given(values.texts),
    roles: idsOf(roles),
    sites: idsOf(sites),
    methods: idsOf(methods),
  }
}

const readOption = ({ id, desc, descs, action }: OptionValues) => ({
  ...(id !== '' && { id }),
  desc,
  descs: given(descs),
  action,
})

function given(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
}

/** The form's answers for the chosen type. */
export function answersOf({ type, yes, no, options }: QuestionValues): OfferedAnswers {
  if (type === 'free text') return null
  return type === 'yes/no' ? { yes, no } : options
}

export function translated(values: QuestionValues): TranslatedQuestion {
  const { type, text, texts } = values
  return { type, text, texts, answers: answersOf(values) }
}

/** What visitors read in a language, and what their answers do. */
export function previewOf(values: QuestionValues, language: Language): PreviewedQuestion {
  const { type, yes, no, options } = values
  const questionText = values.texts[language] || values.text || '…'
  if (type === 'free text') return { question: { type, questionText }, actions: new Map() }
  if (type === 'yes/no') {
    const word = ({ text, texts }: YesNoValues) => ({ text: texts[language] || text || '…' })
    return {
      question: { type, questionText, answers: { yes: word(yes), no: word(no) } },
      actions: new Map([
        ['yes', yes.action],
        ['no', no.action],
      ]),
    }
  }
  const answers = options.map(({ desc, descs }, at) => ({
    id: String(at),
    desc: descs[language] || desc || '…',
  }))
  return {
    question: { type, questionText, answers },
    actions: new Map(options.map(({ action }, at) => [String(at), action])),
  }
}
