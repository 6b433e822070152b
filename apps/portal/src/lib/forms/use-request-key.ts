import { randomUuid } from '@gatehouse/api-client/random-uuid'
import { useRef } from 'react'

/** The header that makes a call idempotent. */
export interface OnceHeaders {
  'idempotency-key': string
}

/**
 * An idempotency key: it stays the same until the response arrives, so that nothing is created
 * twice. Other values get another key.
 */
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
