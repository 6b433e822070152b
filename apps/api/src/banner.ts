import { serverLimits } from '@gatehouse/validation/limits'
import { isLoopbackHost, isLoopbackUrl } from '@gatehouse/validation/loopback'
import { renderUnicodeCompact } from 'uqr'
import type { Config } from './config/config.ts'
import { demoAccounts, demoKeys, demoPassword } from './demo/accounts.ts'

/** The text for the terminal after the start: the URLs, and with demo data the accounts. */
export function banner({ demo, server }: Config, firstAdminUrl: string | undefined): string {
  const url = server.publicUrl
  const lines = [
    '',
    'Gatehouse is ready.',
    '',
    `  Portal   ${url}/`,
    `  Board    ${url}/board`,
    `  API      ${url}/api/docs`,
    ...(isLoopbackUrl(url) && !isLoopbackHost(server.host)
      ? [
          '',
          '  QR codes and links lead to this machine only. Name the address that phones reach in PUBLIC_URL.',
        ]
      : []),
  ]
  if (!demo) return [...lines, ...invitation(firstAdminUrl), ''].join('\n')
  const guest = `${url}/${demoKeys.plain}`
  const widest = Math.max(...demoAccounts.map(({ email }) => email.length))
  return [
    ...lines,
    `  Guest    ${guest}`,
    '',
    indent(renderUnicodeCompact(guest, { ecc: 'M', border: 2 })),
    '',
    `  Demo accounts, all with the password ${demoPassword}`,
    ...demoAccounts.map(({ email, what }) => `    ${email.padEnd(widest)}  ${what}`),
    '',
    ...(isLoopbackHost(server.host)
      ? ['  With demo data it listens on this machine only. To try it from a phone: HOST=0.0.0.0 npm start']
      : ['  WARNING: accounts with a well-known password are open to everybody who reaches this machine.']),
    '  Stop it with Ctrl+C.',
    '',
  ].join('\n')
}

/** How to create the first administrator, where there is no account yet. */
function invitation(url: string | undefined): string[] {
  if (url === undefined) return []
  return [
    '',
    `  Create the first administrator within ${serverLimits.firstAdminMinutes} minutes.`,
    '  The link works once; a restart prints a new one:',
    `    ${url}`,
  ]
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}
