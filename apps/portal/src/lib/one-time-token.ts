import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { orNothing } from './search-fields.ts'

/** The search of the URL of a link that works once. */
export const TokenSearch = v.object({ token: orNothing(v.string()) })

/**
 * The `beforeLoad` of its page.
 * @throws a redirect where the URL has no token
 */
export function requireToken({ search: { token } }: { search: { token?: string | undefined } }) {
  if (!token) throw redirect({ to: '/login', replace: true })
  return { token }
}
