import { queryClient } from '@gatehouse/api-client/query-client'
import { callBulk } from '../../lib/list/bulk-actions.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import {
  changeQuestionsEndpoint,
  getQuestionEndpoint,
  listQuestionsEndpoint,
  type ManagedQuestion,
} from '@gatehouse/validation/endpoints/questions'
import { limits } from '@gatehouse/validation/limits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

export const questionQuery = (id: string) => endpointQuery(getQuestionEndpoint, { params: { id } })

/** All questions that are not archived, in their order. */
export const orderQuery = queryOptions({
  queryKey: [listQuestionsEndpoint.path, 'order'],
  queryFn: async ({ signal }) => {
    const all: ManagedQuestion[] = []
    for (let page = 1; ; page += 1) {
      const query = { page: String(page), per_page: String(limits.list.maxPerPage) }
      const { items, total } = await api.call(listQuestionsEndpoint, { query }, { signal })
      all.push(...items)
      if (items.length === 0 || all.length >= total) return all
    }
  },
  // Another user's order is shown when the window opens next.
  staleTime: Infinity,
  gcTime: 0,
})

export const renewQuestions = () => queryClient.invalidateQueries({ queryKey: [listQuestionsEndpoint.path] })

/** After a change: stores the current question, and refetches the lists that show it. */
export async function keepQuestion(question: ManagedQuestion): Promise<void> {
  queryClient.setQueryData(questionQuery(question.id).queryKey, question)
  await renewQuestions()
}

/** Enables, disables, archives or restores questions. */
export const changeQuestions = (request: BulkRequest) => callBulk(changeQuestionsEndpoint, request)
