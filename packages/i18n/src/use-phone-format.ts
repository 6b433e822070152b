import { useCallback, useSyncExternalStore } from 'react'
import type { formatPhone as formatPhoneType } from './format/phones.ts'

type FormatPhone = typeof formatPhoneType

let format: FormatPhone | undefined
let isAskedFor = false
const listeners = new Set<() => void>()

/** Fetches the library of numbers when the first page shows one; where it does not come, the next page asks again. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isAskedFor) {
    isAskedFor = true
    import('./format/phones.ts').then(
      ({ formatPhone }) => {
        format = formatPhone
        for (const tell of listeners) tell()
      },
      () => void (isAskedFor = false),
    )
  }
  return () => void listeners.delete(listener)
}

/**
 * Writes numbers in E.164 as people of a region read them. Until the library for it has arrived, and where the region is not
 * known yet, they stay as they are.
 */
export function usePhoneFormat(region: string | undefined): (e164: string) => string {
  const formatPhone = useSyncExternalStore(subscribe, () => format)
  return useCallback(
    (e164) => (formatPhone && region !== undefined ? formatPhone(e164, region) : e164),
    [formatPhone, region],
  )
}
