import { countBreachesEndpoint } from '@gatehouse/validation/endpoints/password'
import { limits } from '@gatehouse/validation/limits'
import { useEffect, useState } from 'react'
import { publicApi } from '../../lib/api.ts'
import { isWorthLookup, type PasswordPlace } from './breach-rules.ts'

/**
 * How often a password was seen in breaches, asked once typing rests; undefined while it is not known. A look-up that fails
 * says nothing: it is a help, not a gate.
 */
export function useBreachCount(password: string, place: PasswordPlace): number | undefined {
  const [known, setKnown] = useState<{ password: string; count: number }>()
  useEffect(() => {
    if (!isWorthLookup(password, place)) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      publicApi
        .call(countBreachesEndpoint, { body: { password } }, { signal: controller.signal })
        .then(({ count }) => setKnown({ password, count }))
        .catch(() => undefined)
    }, limits.breachLookup.restMilliseconds)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [password, place])
  return known?.password === password ? known.count : undefined
}
