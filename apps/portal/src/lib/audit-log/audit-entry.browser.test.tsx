import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { AuditEntryDetails } from './audit-entry.tsx'

const entry = {
  id: 'a',
  at: '2026-11-20T03:04:05.678Z',
  actor: { kind: 'staff', id: 'p', name: 'Ana Silva' },
  action: 'sign_in_method.updated',
  target: { kind: 'sign_in_method', id: 'm', name: 'Front door' },
  details: {},
} satisfies Partial<AuditEntry>

const factOf = (label: string) => page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })

async function show(fields: Pick<AuditEntry, 'before' | 'after'>) {
  await renderPage({ Page: () => <AuditEntryDetails entry={{ ...entry, ...fields }} /> })
}

test.each([
  ['use_temperature', false, true, 'Ask for a temperature code', 'No → Yes'],
  ['type', 'qr', 'kiosk', 'Type', 'QR code → Kiosk'],
  ['location', '', 'Foyer', 'Location', '– → Foyer'],
  ['time_zone', 'UTC', 'America/New_York', 'Time zone', 'UTC → America/New York'],
  ['installed_on', null, '2026-11-20', 'Installed on', '– → 20 Nov 2026'],
  ['look', null, 'pulse', 'Look', '– → Pulse'],
  [
    'colours',
    null,
    { accent: '#015c5d', on_accent: '#ffffff' },
    'Own colours',
    '– → Colour of the buttons: #015c5d; Colour of the text on them: #ffffff',
  ],
  ['success_message', {}, { es: 'Hola' }, 'Message after signing in', '– → Español: Hola'],
  ['access', [], [{ site_id: 's', site_name: 'Hall', user_type: 'Staff' }], 'Sites', '– → Hall Staff member'],
  [
    'opening_hours',
    [],
    [{ day: 5, opens: '09:00', closes: '17:00' }],
    'Opening hours',
    '– → Friday 09:00 17:00',
  ],
  ['new_in_a_later_version', 1, 2, 'new in a later version', '1 → 2'],
])('the field %s is told in words', async (name, before, after, label, value) => {
  await show({ before: { [name]: before }, after: { [name]: after } })
  await expect.element(factOf(label)).toBeVisible()
  await expect.element(page.getByText(value, { exact: true })).toBeVisible()
})

test('ids beside names are left out', async () => {
  await show({
    before: { site_id: 's1', site_name: 'Hall' },
    after: { site_id: 's2', site_name: 'Quay', last_modified: 'x' },
  })
  await expect.element(page.getByText('Hall → Quay')).toBeVisible()
  await expect.element(page.getByText('s2')).not.toBeInTheDocument()
  expect(page.getByRole('term').elements()).toHaveLength(5)
})
