import type { GivenAnswer, UserData } from '@gatehouse/validation/endpoints/check-in'
import type { Question, VisitorRole } from '@gatehouse/validation/questions'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import { and, eq, or } from 'drizzle-orm'
import {
  type AnswerOptions,
  type QuestionAnswers,
  type QuestionType,
  questionVersions,
  type YesNoAnswers,
} from '../../db/schema/questions.ts'
import { hasValues } from '../../db/has-values.ts'
import type { Translated } from '../../db/schema/sign-in-methods.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** The current version of a question in all its languages. */
export interface FormQuestion {
  id: string
  version: number
  type: QuestionType
  text: string
  texts: Translated
  answers: QuestionAnswers
  /** The roles that are asked the question; everyone if empty. */
  roles: string[]
}

/** A visitor role as stored. `isOwn` is set where the visitor has it as a user of the client. */
export interface FormRole {
  id: string
  name: string
  names: Translated
  isOwn: boolean
}

/** The roles and questions of a sign-in page, in order. */
export interface CheckInForm {
  roles: FormRole[]
  questions: FormQuestion[]
}

/** The form of a site for one visitor. Visitors without own roles there get all of it. */
export function checkInFormFor(site: CheckInForm, asksByUser: boolean): CheckInForm {
  const own = asksByUser ? site.roles.filter(({ isOwn }) => isOwn) : []
  if (own.length === 0) return site
  const ids = new Set(own.map(({ id }) => id))
  const isAsked = ({ roles }: FormQuestion) => roles.length === 0 || roles.some((id) => ids.has(id))
  return { roles: own, questions: site.questions.filter(isAsked) }
}

/** The chosen role, or the only one; null for no roles; undefined where one must be chosen. */
export function chooseRole<Role extends { id: string }>(
  offered: readonly Role[],
  chosen: string | null | undefined,
): Role | null | undefined {
  if (chosen) return offered.find(({ id }) => id === chosen)
  if (offered.length === 0) return null
  return offered.length === 1 ? offered[0] : undefined
}

/** The questions for a role. */
export function questionsFor<Asked extends { roles: readonly string[] }>(
  questions: readonly Asked[],
  role: { id: string } | null,
): Asked[] {
  return questions.filter(({ roles }) => roles.length === 0 || (role !== null && roles.includes(role.id)))
}

/** The form as visitors see it, in the language where it is translated. */
export function toUserData({ roles, questions }: CheckInForm, language: Language): UserData {
  return {
    roles: roles.map((role) => toVisitorRole(role, language)),
    questions: questions.map((question) => ({
      ...toQuestion(question, language),
      ...(question.roles.length > 0 ? { roles: question.roles } : {}),
    })),
  }
}

export function toVisitorRole({ id, name, names }: FormRole, language: Language): VisitorRole {
  return { id, name: names[language] ?? name }
}

/** A question as visitors see it, in the language where it is translated. */
export function toQuestion(stored: FormQuestion, language: Language): Question {
  const { id, type } = stored
  const base = { id, version: stored.version, questionText: textOf(stored, language) }
  if (type === 'yes/no') {
    const { yes, no } = stored.answers as YesNoAnswers
    const present = (one: YesNoAnswers['yes']) => ({
      text: one.texts?.[language] ?? one.text,
      action: one.action,
    })
    return { ...base, type, answers: { yes: present(yes), no: present(no) } }
  }
  const options = ((stored.answers ?? []) as AnswerOptions).map(({ id: optionId, desc, descs, action }) => ({
    id: optionId,
    desc: descs?.[language] ?? desc,
    action,
  }))
  return { ...base, type, answers: options }
}

/** The text of a question in a language; its original text where it is not translated. */
export function textOf({ text, texts }: Pick<FormQuestion, 'text' | 'texts'>, language: Language): string {
  return texts[language] ?? text
}

/**
 * The language in which a phone showed the questions: the one whose texts match most of the sent
 * ones. The sent texts are never stored.
 */
export function languageShown(
  questions: readonly Pick<FormQuestion, 'id' | 'text' | 'texts'>[],
  given: Readonly<Record<string, GivenAnswer>>,
  own: Language,
): Language {
  let shown = own
  let most = 0
  for (const language of [own, ...languages]) {
    const agreeing = questions.filter(
      (question) =>
        Object.hasOwn(given, question.id) && given[question.id]?.question_text === textOf(question, language),
    )
    if (agreeing.length > most) {
      shown = language
      most = agreeing.length
    }
  }
  return shown
}

interface Place {
  clientId: string
  siteId: string
  methodId: string
}

/** The form of a site, the same for all visitors. */
export interface SiteForm {
  roles: Omit<FormRole, 'isOwn'>[]
  questions: FormQuestion[]
}

/** The roles of a site, and the questions of site and method, as a column of a larger query. */
export const siteForm = ({ clientId, siteId, methodId }: Place) => `json_build_object(
  'roles', (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'names', names)
      order by position, name collate gatehouse_names), '[]')
    from visitor_roles where client_id = ${clientId} and site_id = ${siteId} and enabled),
  'questions', (
    select coalesce(json_agg(json_build_object('id', question.id, 'version', shown.version, 'type', shown.type,
      'text', shown.text, 'texts', shown.texts, 'answers', shown.answers, 'roles', (
        select coalesce(json_agg(role_id order by role_id), '[]') from question_roles
        where client_id = ${clientId} and question_id = question.id))
      order by question.position, question.id), '[]')
    from (
      select question_id from question_sites where client_id = ${clientId} and site_id = ${siteId}
      union
      select question_id from question_methods where client_id = ${clientId} and method_id = ${methodId}) linked
    join questions question on question.client_id = ${clientId} and question.id = linked.question_id
      and question.enabled and question.archived_at is null
    join question_versions shown on shown.client_id = ${clientId} and shown.question_id = question.id
      and shown.version = question.version))`

/** The ids of a user's roles at all sites, as a JSON column of a larger query. */
export const ownRoles = (clientId: string, userId: string) => `(
  select coalesce(json_agg(role_id), '[]') from user_visitor_roles
  where client_id = ${clientId} and user_id = ${userId})`

/**
 * The query for a client's active user with this name and mobile. A visitor who gives both at
 * sign-in is treated as that user.
 * @param clientId a parameter or column of the larger query, like `personKey`
 */
export const knownUserQuery = (clientId: string, personKey: string) => `
  select id from users
  where client_id = ${clientId} and person_key = ${personKey} and status = 'active' order by id limit 1`

const formQuery = `
  select ${siteForm({ clientId: '$1', siteId: '$2', methodId: '$3' })} as form,
    ${ownRoles('$1', `(${knownUserQuery('$1', '$4')})`)} as "ownRoles"`

/**
 * The form of a sign-in method. The query is the same for known and unknown people; without a
 * person key no role is marked as the visitor's own.
 */
export async function findCheckInForm(
  tx: Transaction,
  { clientId, siteId, methodId }: Place,
  personKey = '',
): Promise<CheckInForm> {
  const [found] = await tx.prepared<{ form: SiteForm; ownRoles: string[] }>(formQuery, [
    clientId,
    siteId,
    methodId,
    personKey,
  ])
  if (!found) throw new Error('A query without a table has a row')
  return toForm(found.form, found.ownRoles)
}

export function toForm({ roles, questions }: SiteForm, own: readonly string[]): CheckInForm {
  return { roles: roles.map((role) => ({ ...role, isOwn: own.includes(role.id) })), questions }
}

/**
 * The versions that the visitor has read, where they are not the current ones, by question id.
 * Usually there are none, and no query runs.
 */
export async function findShownVersions(
  tx: Transaction,
  clientId: string,
  { questions }: CheckInForm,
  given: Readonly<Record<string, GivenAnswer>>,
): Promise<ReadonlyMap<string, FormQuestion>> {
  const wanted = questions.flatMap((question) => {
    const version = Object.hasOwn(given, question.id) ? given[question.id]?.version : undefined
    return version === undefined || version === question.version ? [] : [{ question, version }]
  })
  if (wanted.length === 0) return new Map()
  const found = await tx
    .select()
    .from(questionVersions)
    .where(
      and(
        eq(questionVersions.clientId, clientId),
        or(
          ...wanted.map(({ question, version }) =>
            hasValues(questionVersions, { questionId: question.id, version }),
          ),
        ),
      ),
    )
  return new Map(
    wanted.flatMap(({ question, version }) => {
      const row = found.find((one) => one.questionId === question.id && one.version === version)
      if (!row) return []
      const { type, text, texts, answers } = row
      return [[question.id, { ...question, version, type, text, texts, answers }] as const]
    }),
  )
}
