import { and, eq } from 'drizzle-orm'
import { type Language, type QuestionType, questionTypes } from '@gatehouse/validation/vocabulary'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientId, createdAt, foldedColumn, id, lastModified, moment, oneOf } from './columns.ts'
import { signInMethods, type Translated } from './sign-in-methods.ts'
import { sites } from './sites.ts'
import { visitorRoles } from './visitor-roles.ts'
import { key, ofClient, reference } from './references.ts'

export type { QuestionType }

export type AnswerAction = 'pass' | 'fail'
export type YesNoAnswers = Record<'yes' | 'no', { text: string; texts?: Translated; action: AnswerAction }>
export type AnswerOptions = { id: string; desc: string; descs?: Translated; action: AnswerAction }[]

/** The possible answers of a question: yes and no, a list of options, or null for free text. */
export type QuestionAnswers = YesNoAnswers | AnswerOptions | null

/** When a text changed without its translation, by language and part: `text`, `yes`, option id. */
export type OutdatedTexts = { [Name in Language]?: Record<string, string> }

/** The position and state of a question. `version` is the current one; versions have the texts. */
export const questions = pgTable(
  'questions',
  {
    clientId: clientId(),
    id: id(),
    version: integer('version').notNull().default(1),
    position: integer('position').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    archivedAt: moment('archived_at'),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [
    key(table.clientId, table.id),
    ofClient(table),
    index('questions_position_idx').on(table.clientId, table.position),
  ],
)

/** Every edit adds a row, so that old answers keep the question as it was shown. */
export const questionVersions = pgTable(
  'question_versions',
  {
    clientId: clientId(),
    questionId: uuid('question_id').notNull(),
    version: integer('version').notNull(),
    type: text('type', { enum: questionTypes }).notNull(),
    /** Its name in management lists. Guests never see it. */
    name: text('name').notNull().default(''),
    description: text('description').notNull().default(''),
    text: text('text').notNull(),
    texts: jsonb('texts').$type<Translated>().notNull().default({}),
    answers: jsonb('answers').$type<QuestionAnswers>(),
    createdAt: createdAt(),
    createdBy: uuid('created_by'),
    foldedName: foldedColumn('folded_name', ['name']),
    foldedText: foldedColumn('folded_text', ['text']),
    outdated: jsonb('outdated').$type<OutdatedTexts>().notNull().default({}),
  },
  (table) => [
    key(table.clientId, table.questionId, table.version),
    reference([table.clientId, table.questionId], questions).onDelete('cascade'),
    oneOf(table.type, questionTypes),
  ],
)

export const questionSites = pgTable(
  'question_sites',
  {
    clientId: clientId(),
    questionId: uuid('question_id').notNull(),
    siteId: uuid('site_id').notNull(),
  },
  (table) => [
    key(table.clientId, table.questionId, table.siteId),
    reference([table.clientId, table.questionId], questions).onDelete('cascade'),
    reference([table.clientId, table.siteId], sites),
    index('question_sites_site_idx').on(table.clientId, table.siteId),
  ],
)

/** The sign-in methods that ask a question although their site does not. */
export const questionMethods = pgTable(
  'question_methods',
  {
    clientId: clientId(),
    questionId: uuid('question_id').notNull(),
    methodId: uuid('method_id').notNull(),
  },
  (table) => [
    key(table.clientId, table.questionId, table.methodId),
    reference([table.clientId, table.questionId], questions).onDelete('cascade'),
    reference([table.clientId, table.methodId], signInMethods),
    index('question_methods_method_idx').on(table.clientId, table.methodId),
  ],
)

/** The roles that are asked a question. Without rows, all are. */
export const questionRoles = pgTable(
  'question_roles',
  {
    clientId: clientId(),
    questionId: uuid('question_id').notNull(),
    roleId: uuid('role_id').notNull(),
  },
  (table) => [
    key(table.clientId, table.questionId, table.roleId),
    reference([table.clientId, table.questionId], questions).onDelete('cascade'),
    reference([table.clientId, table.roleId], visitorRoles).onDelete('cascade'),
    index('question_roles_role_idx').on(table.clientId, table.roleId),
  ],
)

export const isCurrentVersion = and(
  eq(questionVersions.clientId, questions.clientId),
  eq(questionVersions.questionId, questions.id),
  eq(questionVersions.version, questions.version),
)
