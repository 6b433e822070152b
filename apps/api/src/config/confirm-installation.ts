import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../lib/operator-error.ts'

/**
 * Asks before a command changes the installation in the default data folder. With DATA_DIR the
 * operator has named it.
 * @throws OperatorError where nobody can answer, or the answer is no
 */
export async function confirmInstallation(
  folder: string,
  isNamed: boolean,
  { input, output }: { input: NodeJS.ReadStream; output: NodeJS.WriteStream } = {
    input: process.stdin,
    output: process.stdout,
  },
): Promise<void> {
  if (isNamed) return
  if (!input.isTTY)
    throw new OperatorError(`Name the installation in DATA_DIR. Without it, ${folder} would be changed.`)
  const dialog = createInterface({ input, output })
  const answer = await dialog.question(`Change the installation in ${folder}? [y/N] `)
  dialog.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}
