import { expect, test } from 'vitest'
import { exportFileName, musterFileName } from './export-name.ts'

const now = new Date('2026-11-21T14:30:00Z')

test.each([
  [['active'], 'users_active_1240-rows_australia-sydney_2026-11-22.csv'],
  [
    ['Peñasco / North', undefined, 'all', '../=1+1'],
    'users_penasco-north_all_1-1_1240-rows_australia-sydney_2026-11-22.csv',
  ],
  [['محمد', '山田'], 'users_محمد_山田_1240-rows_australia-sydney_2026-11-22.csv'],
  [['x'.repeat(100)], `users_${'x'.repeat(40)}_1240-rows_australia-sydney_2026-11-22.csv`],
])('an export of %j is called %s', (filters, name) => {
  expect(exportFileName('users', filters, 1240, now)).toBe(name)
})

test('a file of a muster is called by its site, and by the day and time there', () => {
  const muster = { site_name: 'Peñasco / North', time_zone: 'Australia/Sydney', drill: false }
  expect(musterFileName(muster, now, 'csv')).toBe('muster_penasco-north_2026-11-22_0130.csv')
  const drill = { ...muster, time_zone: 'America/Santiago', drill: true }
  expect(musterFileName(drill, now, 'html')).toBe('drill_penasco-north_2026-11-21_1130.html')
})
