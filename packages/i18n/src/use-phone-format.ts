import { useCallback, useSyncExternalStore } from 'react'
import type { formatPhone as formatPhoneType } from './format/phones.ts'

type FormatPhone = typeof formatPhoneType

let format: FormatPhone | undefined
let isLoading = false
const listeners = new Set<() => void>()

/**
 * Loads the phone number library for the first component that needs it. A failed load is retried by
 * the next component.
 */
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
 * A function that formats E.164 numbers for a region. It returns the number unchanged until the
 * library is loaded, and while the region is unknown.
 */
export function usePhoneFormat(region: string | undefined): (e164: string) => string {
  const formatPhone = useSyncExternalStore(subscribe, () => format)
  return useCallback(
    (e164) => (formatPhone && region !== undefined ? formatPhone(e164, region) : e164),
    [formatPhone, region],
  )
}
