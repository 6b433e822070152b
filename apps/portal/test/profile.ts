import type { Profile } from '@gatehouse/validation/endpoints/me'

/** A logged-in person. */
export const profile: Profile = {
  id: 'person',
  first_name: 'Ann',
  last_name: 'Ng',
  email: 'ann@example.org',
  pending_email: null,
  mobile: null,
  language: 'en-au',
  client_id: 'client',
  client_name: 'Client',
  admin: false,
  site_admin: false,
  approval_access: false,
  change_password: false,
  access: [],
  last_modified: '2026-11-20T03:04:05.678Z',
}
