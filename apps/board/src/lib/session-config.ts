import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { activateLocale, preferredLanguage } from './language.ts'
import { sessionQuery } from './session.ts'

/**
 * Applies the look of the session's client, and its language unless the browser has a chosen one.
 */
export function useSessionLookAndLanguage(): void {
  const { data } = useQuery(sessionQuery)
  const activeLanguage = useLanguage()
  useEffect(() => {
    if (!data) return
    document.documentElement.dataset['look'] = data.config.look
    const preferred = preferredLanguage(data.config.language)
    if (preferred !== activeLanguage) void activateLocale(preferred)
    // Once per session: it must not override a language that is chosen later.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
}

/** The look of the session's client; the host's look until the session is loaded. */
export function useLook(): LookName {
  return useQuery(sessionQuery).data?.config.look ?? runtimeConfig.look
}

/** Returns a function that formats E.164 numbers for the client's region. */
export function useRegionalPhone(): (e164: string) => string {
  return usePhoneFormat(useQuery(sessionQuery).data?.config.region)
}
