import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..')

/**
 * A program of the server's workspace that serves calls. It ends with the worker that started it.
 */
export interface Program {
  call<T>(verb: string, given: object): Promise<T>
  end(): Promise<void>
}

interface Answer {
  id: number
  answer?: never
  failure?: string
}

/**
 * Starts a program that says when it is ready, and then answers each `{ id, verb, given }` with `{
 * id, answer }` or `{ id, failure }`.
 */
export async function startProgram(path: string, settings: Record<string, string>): Promise<Program> {
  const program = fork(join(repository, path), { execArgv: [], env: { ...process.env, ...settings } })
  await Promise.race([
    once(program, 'message'),
    once(program, 'exit').then(() => {
      throw new Error(`${path} has not started: is the server on this DATA_DIR?`)
    }),
  ])
  return {
    call: callsTo(program),
    async end() {
      program.disconnect()
      await once(program, 'exit')
    },
  }
}

function callsTo(program: ChildProcess): Program['call'] {
  const waiting = new Map<number, (answer: Answer) => void>()
  program.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let calls = 0
  return async (verb, given) => {
    calls += 1
    const id = calls
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    program.send({ id, verb, given })
    const { answer, failure } = await answered
    if (failure !== undefined) throw new Error(failure)
    return answer as never
  }
}
