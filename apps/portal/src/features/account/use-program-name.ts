import { useLingui } from '@lingui/react/macro'
import { readProgram } from './read-program.ts'

/** Says a program's label in the language of the page. */
export function useProgramName(): (label: string) => string {
  const { t } = useLingui()
  return (label) => {
    const { name, system } = readProgram(label)
    const program = name ?? t`Other program`
    return system === undefined ? program : t`${program} on ${system}`
  }
}
