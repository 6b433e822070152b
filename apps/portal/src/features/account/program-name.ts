import { useLingui } from '@lingui/react/macro'

/** The parts of the server's English label of a program: `Firefox on Linux`. A program that it does not know has no name. */
export function readProgram(label: string): { name: string | undefined; system: string | undefined } {
  const [, name = label, system] = /^(.+) on (.+?)$/.exec(label) ?? []
  return { name: name === 'Other program' ? undefined : name, system }
}

/** Says a program's label in the language of the page. */
export function useProgramName(): (label: string) => string {
  const { t } = useLingui()
  return (label) => {
    const { name, system } = readProgram(label)
    const program = name ?? t`Other program`
    return system === undefined ? program : t`${program} on ${system}`
  }
}
