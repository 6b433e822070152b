import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import type { EndpointResult } from '@gatehouse/validation/endpoint'
import type * as declared from '@gatehouse/validation/endpoints/own-muster'
import type { Language } from '@gatehouse/validation/vocabulary'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { loadMusterTexts } from '../muster-texts.ts'

const getOwnMusterEndpoint = withoutSchemas<typeof declared.getOwnMusterEndpoint>(
  { method: 'POST', path: '/checkin/muster' },
  'muster',
)

/** Used while the pass is visible. A muster lasts many minutes, and polling costs battery. */
const ASK_MS = 20_000

export type OwnMuster = NonNullable<EndpointResult<typeof declared.getOwnMusterEndpoint>['muster']>

/**
 * The muster at the site of a visit, once its texts are loaded; null if there is none. Polls, and
 * keeps the last state if a poll fails.
 */
export function useOwnMuster(checkOutToken: string, language: Language): OwnMuster | null {
  const [known, setKnown] = useState<{ of: string; muster: OwnMuster | null }>()
  const of = checkOutToken + language
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      const found = await api.call(getOwnMusterEndpoint, { body: { checkOutToken } })
      if (found.muster) await loadMusterTexts(language)
      setKnown({ of: checkOutToken + language, muster: found.muster })
    }
    const tryToAsk = () => void ask().catch(() => {})
    tryToAsk()
    const timer = setInterval(tryToAsk, ASK_MS)
    document.addEventListener('visibilitychange', tryToAsk)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tryToAsk)
    }
  }, [checkOutToken, language])
  return known?.of === of ? known.muster : null
}
