import {
  getSystemHealthEndpoint,
  type InstallationHealth,
  type SystemHealth,
} from '@gatehouse/validation/endpoints/system-health'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { withInstallation } from '../../../test/with-installation.ts'
import { HealthPage } from './health-page.tsx'

const asOf = '2026-11-20T03:04:05.678Z'
const run = { state: 'good', succeeded_at: asOf, failed_at: null } as const
const queue = (name: 'mail' | 'text', state: 'good' | 'unused') =>
  ({ queue: name, state, waiting: 0, oldest_at: null, given_up: 0 }) as const

const healthOf = (state: 'good' | 'unused'): SystemHealth => ({
  as_of: asOf,
  version: '1.0.0',
  queues: [queue('mail', state), queue('text', state)],
  log_chain: { state: 'good', waiting: 0, oldest_at: null },
  limited: [],
  installation: {
    database: { state: 'good', bytes: 1e6, milliseconds: 1 },
    clock: { state: 'good', ahead_milliseconds: 0 },
    migrations: { state: 'good', applied: 1, missing: 0 },
    storage: { state: 'good', free_bytes: 1e9, total_bytes: 2e9 },
    file_access: { state: 'good', open_folders: [] },
    image_store: { state: 'good' },
    usage: { visits: 3e6, access_log: 2e6, images: 1e6, backups: 5e9 },
    backup: { ...run, bytes: 2.5e8 },
    restore_test: run,
    log_check: run,
  },
})

async function renderHealth(state: 'good' | 'unused' = 'good', more: Partial<InstallationHealth> = {}) {
  const server = stubApi()
  const health = healthOf(state)
  server.on(getSystemHealthEndpoint, () => ({
    ...health,
    installation: health.installation && { ...health.installation, ...more },
  }))
  await renderPage({ Page: HealthPage })
}

/** What the card with this title says. */
const textOf = async (title: string) => {
  const heading = page.getByRole('heading', { name: title, exact: true })
  await expect.element(heading).toBeVisible()
  return heading.element().closest('section')?.textContent
}

const notSent = {
  Emails: 'This installation can’t send email: invitations and links are not sent. Set SMTP_URL.',
  'Text messages': 'This installation can’t send text messages. Set SMS_URL to send them.',
}

test('mails and text messages that work say so', async () => {
  await renderHealth('good')
  for (const [title, advice] of Object.entries(notSent)) {
    expect(await textOf(title)).toContain('OK')
    expect(await textOf(title)).not.toContain(advice)
  }
})

test('mails and text messages that nobody has set up say so, and what is not sent', async () => {
  await renderHealth('unused')
  for (const [title, advice] of Object.entries(notSent)) {
    expect(await textOf(title)).toContain('Not set up')
    expect(await textOf(title)).not.toContain('OK')
    expect(await textOf(title)).toContain(advice)
  }
})

test.each([
  ['https://gate.example', 'OK', false],
  ['http://localhost:8080', 'Needs attention', true],
])('links to %s: %s', async (publicUrl, state, isAdvised) => {
  withInstallation({ publicUrl })
  await renderHealth()
  const text = await textOf('Address')
  expect(text).toContain(publicUrl)
  expect(text).toContain(state)
  expect(text?.includes('QR codes and links lead there. Set PUBLIC_URL')).toBe(isAdvised)
})

test('the disk is shown by what takes its space, and a backup with its size', async () => {
  await renderHealth()
  const text = await textOf('Storage')
  for (const part of ['Visits3 MB', 'Access log2 MB', 'Images1 MB', 'Backups5 GB'])
    expect(text).toContain(part)
  expect(await textOf('Backup')).toContain('Size250 MB')
})

test('a node that stores images elsewhere than the others says so', async () => {
  await renderHealth('good', { image_store: { state: 'attention' } })
  const text = await textOf('Storage')
  expect(text).toContain('Needs attention')
  expect(text).toContain('Give all nodes the same folder or bucket.')
})
