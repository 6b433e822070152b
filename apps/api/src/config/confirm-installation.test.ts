import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { confirmInstallation } from './confirm-installation.ts'

function terminal(answer: string | undefined) {
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  const output = new PassThrough()
  if (answer !== undefined) input.write(`${answer}\n`)
  const ask = (isNamed: boolean) =>
    confirmInstallation('/srv/gatehouse', isNamed, {
      input: input as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
    })
  return { ask, said: () => String(output.read()) }
}

it.each(['n', '', 'no', 'yesterday'])('changes nothing after the answer “%s”', async (answer) => {
  const { ask, said } = terminal(answer)
  await expect(ask(false)).rejects.toThrow('Nothing was changed.')
  expect(said()).toContain('/srv/gatehouse')
})

it('changes nothing where nobody can answer', async () => {
  await expect(terminal(undefined).ask(false)).rejects.toThrow(/DATA_DIR.*\/srv\/gatehouse/)
})

it.each(['y', 'YES '])('goes on after the answer “%s”', (answer) => terminal(answer).ask(false))

it('asks nothing where the operator has named the folder', () => terminal(undefined).ask(true))
