import { queryClient } from '@gatehouse/api-client/query-client'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import {
  changeQuestionsEndpoint,
  getQuestionEndpoint,
  listQuestionsEndpoint,
  type ManagedQuestion,
} from '@gatehouse/validation/endpoints/questions'
import { limits } from '@gatehouse/validation/limits'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

const questionKey = (id: string) => [getQuestionEndpoint.path, id] as const

export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: questionKey(id),
    queryFn: ({ signal }) => api.call(getQuestionEndpoint, { params: { id } }, { signal }),
  })

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
  // An order that somebody has changed is shown when the window is opened the next time.
  staleTime: Infinity,
  gcTime: 0,
})

export const renewQuestions = () => queryClient.invalidateQueries({ queryKey: [listQuestionsEndpoint.path] })

/** After a change: the question as it is now, and the lists that show it. */
export async function keepQuestion(question: ManagedQuestion): Promise<void> {
  queryClient.setQueryData(questionKey(question.id), question)
  await renewQuestions()
}

/** Enables, disables, archives or restores questions. */
export async function changeQuestions(request: BulkRequest): Promise<BulkResult> {
  // The bar offers the actions of the list, and its address holds nothing but its filters. The server checks both again.
  const body = request as EndpointRequest<typeof changeQuestionsEndpoint>['body']
  return api.call(changeQuestionsEndpoint, { body })
}
