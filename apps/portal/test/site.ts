import type { Site } from '@gatehouse/validation/endpoints/sites'

/** A site without people. */
export const site: Site = {
  id: '00000000-0000-4000-8000-000000000001',
  client_name: 'Ridge',
  name: 'Ridge Camp',
  description: '',
  address: '',
  comments: '',
  installed_on: null,
  time_zone: 'Australia/Perth',
  region: 'AU',
  status: 'active',
  on_site: 0,
  average_users: null,
  methods_online: 0,
  methods_total: 0,
  low_temperature: 35,
  high_temperature: 37.5,
  overdue_after_hours: 12,
  assumed_left_after_hours: null,
  picture: null,
  opening_hours: [],
  questions_by_user: false,
  offline_users: false,
  last_modified: '2026-11-20T03:04:05.678Z',
}
