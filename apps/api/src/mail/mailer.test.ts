import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { createMailer, type Mail } from './mailer.ts'

const from = 'Gatehouse <no-reply@gatehouse.example>'
const mail: Mail = {
  to: { name: 'Zoë "Z" Tester, Ltd', address: 'zoe@test.example' },
  subject: 'Restablezca su contraseña',
  html: '<p>Hola, Zoë</p>',
  text: 'Hola, Zoë',
}

describe('by SMTP', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.close())
  const mailer = () => createMailer({ smtpUrl: server.url, from, outboxFolder: '/nowhere', onFile: () => {} })

  it('a mail arrives with both its forms', async () => {
    const one = mailer()
    await one.send(mail)
    one.close()
    const [received] = server.received
    expect(received).toMatchObject({ from: 'no-reply@gatehouse.example', to: ['zoe@test.example'] })
    expect(received?.raw).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(received?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(received?.raw).toContain('Content-Type: text/plain; charset=utf-8')
    expect(received?.raw).toContain('Content-Type: text/html; charset=utf-8')
  })
  it('a name cannot add a header or a recipient', async () => {
    const one = mailer()
    const name = 'Eve\r\nBcc: victim@test.example\r\nX-Evil: 1'
    await one.send({ ...mail, to: { name, address: 'eve@test.example' } })
    one.close()
    const received = server.received.at(-1)
    expect(received?.to).toEqual(['eve@test.example'])
    expect(received?.raw).not.toMatch(/^(Bcc|X-Evil):/im)
  })
  it.each(['busy', 'refuses', 'breaks off'] as const)('a server that %s is a failure', async (behaviour) => {
    server.behaviour = behaviour
    const one = mailer()
    await expect(one.send(mail)).rejects.toThrow()
    one.close()
    server.behaviour = 'takes'
  })
  it('a wrong login is a failure', async () => {
    const wrong = server.url.replace('office', 'guess')
    const one = createMailer({ smtpUrl: wrong, from, outboxFolder: '/nowhere', onFile: () => {} })
    await expect(one.send(mail)).rejects.toThrow()
    one.close()
  })
})

describe('without a server', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-mail-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('each mail lies in a file of its own that only its owner reads, and whose name tells nobody', async () => {
    const names: string[] = []
    const outboxFolder = join(folder, 'outbox')
    const mailer = createMailer({
      smtpUrl: undefined,
      from,
      outboxFolder,
      onFile: (name) => names.push(name),
    })
    await Promise.all([mailer.send(mail), mailer.send(mail)])
    expect((await readdir(outboxFolder)).toSorted()).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(2)
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\w-]+\.eml$/)
      const file = join(outboxFolder, name)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(await readFile(file, 'utf8')).toContain('zoe@test.example')
    }
  })
})
