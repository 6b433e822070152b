import type { ManagedQuestion } from '@gatehouse/validation/endpoints/questions'
import { outdatedSince } from './outdated-texts.ts'
import type { QuestionRow } from './question-list.ts'

/** @param refused how many sign-ins an answer has refused lately, by the id of the question */
export function toQuestionResponse(row: QuestionRow, refused: ReadonlyMap<string, number>): ManagedQuestion {
  const { question, version } = row
  return {
    id: question.id,
    client_id: question.clientId,
    client_name: row.clientName,
    language: row.language,
    name: version.name,
    description: version.description,
    text: version.text,
    texts: version.texts,
    outdated: outdatedSince(version.outdated),
    type: version.type,
    answers: version.answers,
    roles: row.roles,
    roles_total: row.rolesTotal,
    sites: row.sites,
    sites_total: row.sitesTotal,
    methods: row.methods,
    methods_total: row.methodsTotal,
    position: row.place,
    version: question.version,
    enabled: question.enabled,
    archived: question.archivedAt !== null,
    blocked: refused.get(question.id) ?? 0,
    last_modified: question.lastModified.toISOString(),
  }
}
