import type { LookName } from '@gatehouse/validation/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { preferredLanguage, activateLocale } from './language.ts'
import { sessionQuery } from './session.ts'

/** Draws the page in the look of the session's client, and in its language unless this browser chose one. */
export function SessionLook() {
  const { data } = useQuery(sessionQuery)
  const activeLanguage = useLanguage()
  useEffect(() => {
    if (!data) return
    document.documentElement.dataset['look'] = data.config.look
    const wanted = preferredLanguage(data.config.language)
    if (wanted !== activeLanguage) void activateLocale(wanted)
    // Once per session: a language chosen afterwards stands.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return null
}

/** The look of this page: the session's client's, or until it is known the host's. */
export function useLook(): LookName {
  return useQuery(sessionQuery).data?.config.look ?? runtimeConfig.look
}
