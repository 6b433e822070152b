import * as v from 'valibot'
import { differentWords } from '../different-words.ts'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { FreeText, IfMatchHeaders, Uuid, lineOf } from '../fields.ts'
import { bulkEndpoint, listEndpoint, optionsEndpoint } from '../list-endpoint.ts'
import { languages, questionTypes } from '../vocabulary.ts'

export const questionLimits = {
  nameCharacters: 80,
  textCharacters: 500,
  optionCharacters: 200,
  options: { min: 2, max: 50 },
  /** How many sites, methods or roles a question names, and how many of each a list shows. */
  links: 1000,
  shownLinks: 3,
} as const
const { nameCharacters, textCharacters, optionCharacters, options, links } = questionLimits

/** A text by language. A missing one shows the text in the client's language. */
const textsOf = <Text extends v.GenericSchema>(text: Text) =>
  v.strictObject({ en: v.optional(text), 'en-au': v.optional(text), es: v.optional(text) })

const text = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, say('text_required')),
  v.maxLength(textCharacters, say('too_long')),
)
const answerText = v.pipe(lineOf(optionCharacters), v.minLength(1, say('text_required')))
/** An answer that fails keeps a visitor from signing in. */
const action = v.picklist(['pass', 'fail'])

const yesNoAnswer = v.strictObject({ text: answerText, texts: v.optional(textsOf(answerText), {}), action })
type YesNo = Record<'yes' | 'no', v.InferOutput<typeof yesNoAnswer>>
const wordsOfYesNo = ({ yes, no }: YesNo) =>
  Object.entries({ yes, no }).map(([key, answer]) => ({
    key,
    answer,
    own: 'text',
    translated: 'texts',
    text: answer.text,
    texts: answer.texts,
  }))
export const YesNoAnswers = v.pipe(
  v.strictObject({ yes: yesNoAnswer, no: yesNoAnswer }),
  differentWords(say('answer_twice'), wordsOfYesNo),
)
/** The same check for a form with more fields. */
export const differentYesNo = <Form extends object>() =>
  differentWords<Form>(say('answer_twice'), (form) =>
    'yes' in form ? wordsOfYesNo(form as YesNo & Form) : [],
  )

/** An existing option keeps its id. The server generates one for a new option. */
export const AnswerOptions = v.pipe(
  v.array(
    v.strictObject({
      id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200, say('too_long')))),
      desc: answerText,
      descs: v.optional(textsOf(answerText), {}),
      action,
    }),
  ),
  v.minLength(options.min, say('options_few')),
  v.maxLength(options.max),
  differentWords(say('answer_twice'), (answers) =>
    answers.map((answer, key) => ({
      key,
      answer,
      own: 'desc',
      translated: 'descs',
      text: answer.desc,
      texts: answer.descs,
    })),
  ),
)

const ids = v.pipe(
  v.array(Uuid),
  v.maxLength(links),
  v.transform((given) => [...new Set(given)]),
)

export const questionFields = {
  /** Its name in management lists. Visitors never see it. */
  name: v.pipe(lineOf(nameCharacters), v.minLength(1, say('method_name_required'))),
  description: v.pipe(FreeText, v.trim()),
  /** In the language of the client. */
  text,
  texts: textsOf(text),
  /** The roles that are asked it; none for everyone. */
  roles: ids,
  /** The sites that ask it at all their methods. */
  sites: ids,
  /** The sign-in methods that ask it although their site does not. */
  methods: ids,
  enabled: v.boolean(),
}

/** The answers of any type. They must fit the type of the question. */
const Answers = v.nullable(v.union([YesNoAnswers, AnswerOptions]))

const { name, text: ownText, ...others } = questionFields
export const NewQuestion = v.strictObject({
  name,
  text: ownText,
  type: v.picklist(questionTypes),
  /** Null, or left out, for free text. */
  answers: v.optional(Answers, null),
  ...v.partial(v.object(others)).entries,
})
export type NewQuestion = v.InferOutput<typeof NewQuestion>

export const QuestionChanges = v.partial(
  v.strictObject({
    ...questionFields,
    type: v.picklist(questionTypes),
    answers: Answers,
    /** The languages whose translations are still right after a text was changed. */
    confirmed: v.array(v.picklist(languages)),
  }),
)
export type QuestionChanges = v.InferOutput<typeof QuestionChanges>

const Named = v.object({ id: v.string(), name: v.string() })
const NamedAtSite = v.object({ ...Named.entries, site_id: v.string(), site_name: v.string() })

export const ManagedQuestion = v.object({
  id: v.string(),
  client_id: v.string(),
  client_name: v.string(),
  /** The language of `text`: that of the client. */
  language: v.picklist(languages),
  name: v.string(),
  description: v.string(),
  text: v.string(),
  texts: textsOf(v.string()),
  /** By language: when a text was last changed without its translation. */
  outdated: textsOf(v.string()),
  type: v.picklist(questionTypes),
  answers: v.nullable(
    v.union([
      v.array(v.object({ id: v.string(), desc: v.string(), descs: v.optional(textsOf(v.string())), action })),
      v.object({
        yes: v.object({ text: v.string(), texts: v.optional(textsOf(v.string())), action }),
        no: v.object({ text: v.string(), texts: v.optional(textsOf(v.string())), action }),
      }),
    ]),
  ),
  /** By name; in a list the first few. */
  roles: v.array(NamedAtSite),
  roles_total: v.number(),
  sites: v.array(Named),
  sites_total: v.number(),
  methods: v.array(NamedAtSite),
  methods_total: v.number(),
  /** How many unarchived questions of the client come before it. */
  position: v.number(),
  /** Each change of what is asked makes a new one. */
  version: v.number(),
  enabled: v.boolean(),
  archived: v.boolean(),
  /** How many sign-ins its answers refused in the last 30 days. */
  blocked: v.number(),
  last_modified: v.string(),
})
export type ManagedQuestion = v.InferOutput<typeof ManagedQuestion>

export const listQuestionsEndpoint = listEndpoint({
  path: '/questions',
  summary: 'Lists the questions of the client, by default in the order in which they are asked.',
  access: 'admin',
  item: ManagedQuestion,
  sort: ['position', 'name', 'text', 'type', 'enabled', 'last_modified'],
  defaultSort: 'position',
  filters: {
    type: v.optional(v.picklist(questionTypes)),
    role: v.optional(Uuid),
    site: v.optional(Uuid),
    enabled: v.optional(v.picklist(['true', 'false'])),
    status: v.optional(v.picklist(['active', 'archived', 'all']), 'active'),
  },
  /** The language of new questions: the client's. */
  extra: { language: v.picklist(languages) },
})

export const createQuestionEndpoint = creationEndpoint({
  path: '/questions',
  summary: 'Creates a question in the caller’s client or the chosen client, after the other questions.',
  access: 'admin',
  body: NewQuestion,
  response: ManagedQuestion,
  errors: ['client_not_chosen', 'incomplete', 'too_many_parts'],
})

export const getQuestionEndpoint = endpoint({
  method: 'GET',
  path: '/questions/:id',
  summary: 'Returns a question in its current version, including an archived one.',
  access: 'admin',
  response: ManagedQuestion,
})

export const updateQuestionEndpoint = endpoint({
  method: 'PATCH',
  path: '/questions/:id',
  summary:
    'Updates a question. A change to what is asked creates a new version. Existing answers keep the ' +
    'version that was asked.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: QuestionChanges,
  response: ManagedQuestion,
  errors: ['changed_meanwhile', 'question_archived', 'incomplete'],
})

const Order = v.object({ ids: v.array(v.string()) })

export const orderQuestionsEndpoint = endpoint({
  method: 'POST',
  path: '/questions/order',
  summary:
    'Reorders questions among themselves. All others keep their positions. `seen` is the order that the ' +
    'caller has read: if it has changed, nothing is reordered.',
  access: 'admin',
  body: v.strictObject({
    ids: v.pipe(ids, v.minLength(1)),
    seen: v.optional(ids),
  }),
  /** All questions of the client that are not archived, in their order. */
  response: Order,
  errors: ['client_not_chosen', 'changed_meanwhile'],
})

export const changeQuestionsEndpoint = bulkEndpoint(listQuestionsEndpoint, {
  summary:
    'Enables, disables, archives or restores questions. An archived question is no longer asked, and its ' +
    'answers stay unchanged.',
  actions: ['enable', 'disable', 'archive', 'restore'],
  errors: ['question_archived'],
})

/** A copy, and what happened to the roles of the original. */
export const CopiedQuestion = v.object({
  ...ManagedQuestion.entries,
  /** The names of the roles that the site does not have. */
  missing_roles: v.array(v.string()),
  /** The site has none of the roles: the copy keeps the original's, and is disabled. */
  has_no_role: v.boolean(),
})
export type CopiedQuestion = v.InferOutput<typeof CopiedQuestion>

export const copyQuestionEndpoint = creationEndpoint({
  path: '/questions/:id/copy',
  summary:
    'Copies a question with its texts and answers to one site, for the site’s roles of the same names. If ' +
    'the site has none of them, the copy is asked of no one and is disabled. The copy of a question that ' +
    'is not asked is also disabled.',
  access: 'admin',
  body: v.strictObject({ site_id: Uuid }),
  response: CopiedQuestion,
  errors: ['too_many_parts'],
})

export const listRoleOptionsEndpoint = optionsEndpoint({
  path: '/questions/role-options',
  summary: 'Lists the visitor roles to filter by: the first 50 matches by name, after the one of `chosen`.',
  access: 'admin',
})
