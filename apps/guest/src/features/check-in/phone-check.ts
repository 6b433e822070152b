import { whenIdle } from '@gatehouse/ui/when-idle.ts'
import { plainDigits } from '@gatehouse/validation/plain-digits'
import { useEffect, useState } from 'react'

const TIMEOUT_MS = 2500
const LOAD_AT_LATEST_MS = 4000
const LOAD_WITHOUT_IDLE_MS = 1500

/**
 * Whether a text is a phone number in the method's region. `possible`: not in the numbering plan,
 * but of a valid length.
 */
export type PhoneCheck = (text: string) => 'valid' | 'possible' | 'invalid'

/** Loads the check for a region, with the phone library, which is a chunk of its own. */
export async function loadPhoneCheck(region: string): Promise<PhoneCheck> {
  const { toE164, toPossibleE164 } = await import('@gatehouse/validation/phone-numbers')
  return (text) => {
    if (toE164(text, region) !== undefined) return 'valid'
    return toPossibleE164(text, region) === undefined ? 'invalid' : 'possible'
  }
}

/**
 * The check without the library. Rejects only what cannot be a number; the server checks every
 * number again.
 */
export const lenientPhoneCheck: PhoneCheck = (text) =>
  plainDigits(text).replace(/\D/g, '').length >= 4 ? 'valid' : 'invalid'

let loading: { region: string; check: Promise<PhoneCheck> } | undefined

/** The check for a region, loaded once. A failed load is repeated at the next call. */
function findPhoneCheck(region: string): Promise<PhoneCheck> {
  if (loading?.region !== region) {
    const check = loadPhoneCheck(region)
    check.catch(() => (loading = undefined))
    loading = { region, check }
  }
  return loading.check
}

/**
 * The phone check of a region. The library is loaded when the browser is idle or a field gets the
 * focus. Until then, or if it cannot be loaded, the lenient check is used.
 */
export function usePhoneCheck(region: string) {
  const [check, setCheck] = useState<{ region: string; checkPhone: PhoneCheck }>()

  const loadCheck = async (): Promise<PhoneCheck> => {
    try {
      const checkPhone = await findPhoneCheck(region)
      setCheck({ region, checkPhone })
      return checkPhone
    } catch {
      return lenientPhoneCheck
    }
  }
  const prepare = () => void loadCheck()

  useEffect(
    () => whenIdle(prepare, LOAD_AT_LATEST_MS, LOAD_WITHOUT_IDLE_MS),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each region
    [region],
  )

  return {
    checkPhone: check?.region === region ? check.checkPhone : lenientPhoneCheck,
    prepare,
    /**
     * The check to submit with. After the time limit it is the lenient one, so that a slow network
     * does not hold up the visitor.
     */
    ready: () => Promise.race([loadCheck(), timeout()]),
  }
}

function timeout(): Promise<PhoneCheck> {
  return new Promise((resolve) => setTimeout(() => resolve(lenientPhoneCheck), TIMEOUT_MS))
}
