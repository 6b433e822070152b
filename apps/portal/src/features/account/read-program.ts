/** The parts of the server's English label of a program: `Firefox on Linux`. A program that it does not know has no name. */
export function readProgram(label: string): { name: string | undefined; system: string | undefined } {
  const [, name = label, system] = /^(.+) on (.+?)$/.exec(label) ?? []
  return { name: name === 'Other program' ? undefined : name, system }
}
