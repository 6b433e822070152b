import type { Program } from '@gatehouse/validation/endpoints/sessions'
import { useLingui } from '@lingui/react/macro'

/** The name of a program that signed in, in the language of the page. */
export function useProgramName(): (program: Program) => string {
  const { t } = useLingui()
  return ({ browser, system }) => {
    const program = browser ?? t`Other program`
    return system === null ? program : t`${program} on ${system}`
  }
}
