import { useCallback, useSyncExternalStore } from 'react'
import type { formatPhone as formatPhoneType } from './format/phones.ts'

type FormatPhone = typeof formatPhoneType

let format: FormatPhone | undefined
let isLoading = false
const listeners = new Set<() => void>()

/** Loads the library of phone numbers for the first component that needs it. After a failure the next component tries again. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isLoading) {
    isLoading = true
    import('./format/phones.ts').then(
      ({ formatPhone }) => {
        format = formatPhone
        for (const notify of listeners) notify()
      },
      () => void (isLoading = false),
    )
  }
  return () => void listeners.delete(listener)
}

/**
 * A function that formats numbers in E.164 for a region. Until the library is loaded, and while the region is unknown, it returns
 * the number unchanged.
 */
export function usePhoneFormat(region: string | undefined): (e164: string) => string {
  const formatPhone = useSyncExternalStore(subscribe, () => format)
  return useCallback(
    (e164) => (formatPhone && region !== undefined ? formatPhone(e164, region) : e164),
    [formatPhone, region],
  )
}
