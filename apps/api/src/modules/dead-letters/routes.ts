import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { changeDeadLetters, listDeadLetters } from './dead-letters.ts'

export function registerDeadLetters({ route }: Router): void {
  route(endpoints.listDeadLetters, ({ ctx, query }) => listDeadLetters(ctx, query))
  route(endpoints.changeDeadLetters, ({ ctx, body }) => changeDeadLetters(ctx, body))
}
