import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { changeQuestions } from './change-questions.ts'
import { copyQuestion, createQuestion } from './create-question.ts'
import { orderQuestions } from './order-questions.ts'
import { findRoleOptions, getQuestion, listQuestions } from './question-list.ts'
import { updateQuestion } from './update-question.ts'

export function registerQuestions({ route }: Router): void {
  route(endpoints.listQuestions, ({ ctx, query }) => listQuestions(ctx, query))
  route(endpoints.createQuestion, ({ ctx, body }) => createQuestion(ctx, body))
  route(endpoints.getQuestion, ({ ctx, params }) => getQuestion(ctx, params.id))
  route(endpoints.updateQuestion, ({ ctx, params, headers, body }) =>
    updateQuestion(ctx, params.id, body, headers['if-match']),
  )
  route(endpoints.orderQuestions, ({ ctx, body }) => orderQuestions(ctx, body))
  route(endpoints.changeQuestions, ({ ctx, body }) => changeQuestions(ctx, body))
  route(endpoints.copyQuestion, ({ ctx, params, body }) => copyQuestion(ctx, params.id, body.site_id))
  route(endpoints.listRoleOptions, ({ ctx, query }) => findRoleOptions(ctx, query))
}
