import { type BreachCount, countBreachesEndpoint } from '@gatehouse/validation/endpoints/password'
import { limits } from '@gatehouse/validation/limits'
import { useEffect, useState } from 'react'
import { publicApi } from '../../lib/api.ts'
import { isWorthLookup, type PasswordPlace } from './breach-rules.ts'

/**
 * How often a password was seen in breaches, and the source. It is requested after a pause in
 * typing, and undefined while unknown. A failed look-up shows nothing, because the server checks
 * the password again on submit.
 */
export function useBreachCount(password: string, place: PasswordPlace): BreachCount | undefined {
  const [known, setKnown] = useState<{ password: string; found: BreachCount }>()
  useEffect(() => {
    if (!isWorthLookup(password, place)) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      publicApi
        .call(countBreachesEndpoint, { body: { password } }, { signal: controller.signal })
        .then((found) => setKnown({ password, found }))
        .catch(() => undefined)
    }, limits.breachLookup.restMilliseconds)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [password, place])
  return known?.password === password ? known.found : undefined
}
