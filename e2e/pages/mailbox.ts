import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataFolder } from '../data-folder.ts'

/** The folder of the emails that the journeys' server would send. */
const ownOutbox = process.env['OUTBOX'] ?? join(dataFolder('data'), 'outbox')

/** The text of an email, whatever the encoding of its parts. */
function plainTextOf(mail: string): string {
  const [, part = ''] = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/i.exec(mail) ?? []
  const [head = ''] = /Content-Type: text\/plain[^]*?\r?\n\r?\n/i.exec(mail) ?? []
  if (/base64/i.test(head)) return Buffer.from(part, 'base64').toString()
  const bytes = part
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

async function mailsTo(address: string, outbox: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFile(join(outbox, name), 'utf8')),
  )
  return mails.filter((mail) => new RegExp(`^To: .*${address}`, 'im').test(mail)).map(plainTextOf)
}

/** The number of emails to an address so far. */
export async function countMails(address: string, outbox = ownOutbox): Promise<number> {
  return (await mailsTo(address, outbox)).length
}

/** The link with this path in the email after the first `seen` ones. */
export async function linkFromMail(
  address: string,
  path: string,
  seen: number,
  outbox = ownOutbox,
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const links = (await mailsTo(address, outbox))
          .slice(seen)
          .map((text) => new RegExp(`\\S*${path}\\?\\S+`).exec(text)?.[0])
        link = links.findLast((found) => found !== undefined)
        return link
      },
      { message: `a mail to ${address} with a link to ${path}` },
    )
    .toBeDefined()
  return link!
}
