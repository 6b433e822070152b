import { randomUuid } from '@gatehouse/api-client/random-uuid'
import { useRef } from 'react'

/** The header under which the server does what is asked once, however often it is sent. */
export interface OnceHeaders {
  'idempotency-key': string
}

/** The key of a request stays the same while its answer is not known, so that nothing is made twice. Other values have another key. */
export function useRequestKey() {
  const last = useRef<{ body: string; key: string }>(undefined)
  return {
    of(body: unknown): OnceHeaders {
      const text = JSON.stringify(body)
      if (last.current?.body !== text) last.current = { body: text, key: randomUuid() }
      return { 'idempotency-key': last.current.key }
    },
    forget() {
      last.current = undefined
    },
  }
}
