import {
  changeQuestionsEndpoint,
  copyQuestionEndpoint,
  createQuestionEndpoint,
  getQuestionEndpoint,
  listQuestionsEndpoint,
  listRoleOptionsEndpoint,
  orderQuestionsEndpoint,
  updateQuestionEndpoint,
} from '@gatehouse/validation/endpoints/questions'
import type { Router } from '../../plugins/route.ts'
import { changeQuestions } from './change-questions.ts'
import { copyQuestion, createQuestion } from './create-question.ts'
import { orderQuestions } from './order-questions.ts'
import { findRoleOptions, getQuestion, listQuestions } from './question-list.ts'
import { updateQuestion } from './update-question.ts'

export function registerQuestions({ route }: Router): void {
  route(listQuestionsEndpoint, ({ ctx, query }) => listQuestions(ctx, query))
  route(createQuestionEndpoint, ({ ctx, body }) => createQuestion(ctx, body))
  route(getQuestionEndpoint, ({ ctx, params }) => getQuestion(ctx, params.id))
  route(updateQuestionEndpoint, ({ ctx, params, headers, body }) =>
    updateQuestion(ctx, params.id, body, headers['if-match']),
  )
  route(orderQuestionsEndpoint, ({ ctx, body }) => orderQuestions(ctx, body))
  route(changeQuestionsEndpoint, ({ ctx, body }) => changeQuestions(ctx, body))
  route(copyQuestionEndpoint, ({ ctx, params, body }) => copyQuestion(ctx, params.id, body.site_id))
  route(listRoleOptionsEndpoint, ({ ctx, query }) => findRoleOptions(ctx, query))
}
