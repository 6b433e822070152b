import type { ManagedQuestion } from '@gatehouse/validation/endpoints/questions'

/** A question that is not asked anywhere, without options. */
export const makeQuestion = (fields: Partial<ManagedQuestion> = {}): ManagedQuestion => ({
  id: '00000000-0000-4000-8000-000000000001',
  client_id: 'client',
  client_name: 'Client',
  language: 'en-au',
  name: '',
  description: '',
  text: 'Fever?',
  texts: {},
  outdated: {},
  type: 'free text',
  answers: null,
  roles: [],
  roles_total: 0,
  sites: [],
  sites_total: 0,
  methods: [],
  methods_total: 0,
  position: 0,
  version: 1,
  enabled: true,
  archived: false,
  blocked: 0,
  last_modified: '2026-11-20T03:04:05.678Z',
  ...fields,
})
