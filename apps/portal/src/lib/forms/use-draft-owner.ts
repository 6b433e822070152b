import { useMatch } from '@tanstack/react-router'
import { useChosenClient } from '../chosen-client.ts'
import type { DraftOwner } from './drafts.ts'

/**
 * The owner of a draft: the logged-in person, in the client that they work in. Undefined outside
 * the session's pages.
 */
export function useDraftOwner(): DraftOwner | undefined {
  const chosen = useChosenClient()
  const person = useMatch({
    from: '/_app',
    shouldThrow: false,
    select: ({ context }) => context.session.profile,
  })
  return person && { userId: person.id, clientId: chosen ?? person.client_id }
}
