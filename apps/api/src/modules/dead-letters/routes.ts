import { changeDeadLettersEndpoint, listDeadLettersEndpoint } from '@gatehouse/validation/endpoints/webhooks'
import type { Router } from '../../plugins/route.ts'
import { changeDeadLetters, listDeadLetters } from './dead-letters.ts'

export function registerDeadLetters({ route }: Router): void {
  route(listDeadLettersEndpoint, ({ ctx, query }) => listDeadLetters(ctx, query))
  route(changeDeadLettersEndpoint, ({ ctx, body }) => changeDeadLetters(ctx, body))
}
