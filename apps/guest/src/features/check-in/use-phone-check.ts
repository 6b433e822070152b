import { useEffect, useState } from 'react'
import { lenientPhoneCheck, phoneCheckOf, type PhoneCheck } from './phone.ts'

const PATIENCE_MILLISECONDS = 2500

/**
 * The phone check of a region. Its library is fetched when the page has nothing else to do or a field is entered;
 * until then, and where it cannot be had, only the plainly impossible is refused.
 */
export function usePhoneCheck(region: string) {
  const [check, setCheck] = useState<{ region: string; isPhone: PhoneCheck }>()

  const fetchCheck = async (): Promise<PhoneCheck> => {
    try {
      const isPhone = await phoneCheckOf(region)
      setCheck({ region, isPhone })
      return isPhone
    } catch {
      return lenientPhoneCheck
    }
  }
  const prepare = () => void fetchCheck()

  useEffect(() => {
    const isIdle = 'requestIdleCallback' in globalThis
    const handle = isIdle ? requestIdleCallback(prepare, { timeout: 4000 }) : setTimeout(prepare, 1500)
    return () => (isIdle ? cancelIdleCallback(handle as number) : clearTimeout(handle))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each region
  }, [region])

  return {
    isPhone: check?.region === region ? check.isPhone : lenientPhoneCheck,
    prepare,
    /** The check to go on with: a network too slow for the library does not hold the visitor up. */
    ready: () => Promise.race([fetchCheck(), timeout()]),
  }
}

function timeout(): Promise<PhoneCheck> {
  return new Promise((resolve) => setTimeout(() => resolve(lenientPhoneCheck), PATIENCE_MILLISECONDS))
}
