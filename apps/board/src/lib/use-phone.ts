import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'

/** Writes numbers as people of the client's region read them. */
export function usePhone(): (e164: string) => string {
  return usePhoneFormat(useQuery(sessionQuery).data?.config.region)
}
