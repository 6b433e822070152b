import { type AuditEntry, listAuditLogEndpoint } from '@gatehouse/validation/endpoints/audit-log'
import { listRecipientPeopleEndpoint } from '@gatehouse/validation/endpoints/notification-recipients'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { AuditLogPage } from './audit-log-page.tsx'
import { auditLogSearch } from './audit-log-search.ts'

const [ana, bo] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

const entry: AuditEntry = {
  id: '00000000-0000-4000-8000-000000000003',
  at: '2026-11-20T03:04:05.678Z',
  actor: { kind: 'staff', id: bo, name: 'Bo Gone' },
  action: 'site.archived',
  target: { kind: 'site', id: ana, name: 'Quay' },
  before: {},
  after: {},
  details: {},
}

async function renderLog(url: string) {
  const server = stubApi()
  server.on(listAuditLogEndpoint, () => ({ items: [entry], next: null }))
  server.on(listRecipientPeopleEndpoint, () => ({ items: [{ id: ana, name: 'Ana Silva' }], has_more: false }))
  await renderPage({
    Page: ({ search }) => {
      const navigate = useNavigate()
      return (
        <AuditLogPage
          search={v.parse(auditLogSearch, search)}
          onSearch={(next) => void navigate({ to: '/page', search: next } as never)}
        />
      )
    },
    url,
    person: { admin: true },
  })
  return () => server.requestsOf(listAuditLogEndpoint).map(({ query }) => query)
}

test('the log is filtered by who did it, also by somebody who is no option any more', async () => {
  const asked = await renderLog('/page')
  const who = page.getByRole('combobox', { name: 'User' })
  await who.selectOptions('Ana Silva')
  await expect.poll(() => asked().at(-1)).toMatchObject({ actor: ana })
  await page.getByRole('button', { name: /Site archived/ }).click()
  await page.getByRole('button', { name: 'Everything Bo Gone did' }).click()
  await expect.poll(() => asked().at(-1)).toMatchObject({ actor: bo })
  await expect.element(who).toHaveDisplayValue('Bo Gone')
})

test.each(['constructor', 'toString', 'nothing'])('%s in the address is no kind and nobody', async (kind) => {
  const asked = await renderLog(`/page?kind=${kind}&actor=${kind}`)
  await expect.poll(() => asked()).toHaveLength(1)
  expect(asked()[0]).toEqual({})
})

test('what is no cursor in the address is left out', async () => {
  const asked = await renderLog('/page?cursor=last')
  await expect.poll(() => asked()).toEqual([{}])
})
