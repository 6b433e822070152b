import { createServer } from 'node:net'
import { OperatorError } from './operator-error.ts'

/** @throws OperatorError where this server could not listen there */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => fail(portError(error, host, port)))
    probe.listen({ host, port }, () => probe.close(() => done()))
  })
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  if (error.code === 'EACCES') {
    return new OperatorError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=50000 npm start`,
    )
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new OperatorError(`HOST=${host} is not an address of this machine.`)
  return error
}
