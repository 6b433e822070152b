/**
 * What happens to a column when a person is erased.
 * - `emptied`: the value is removed, the row stays
 * - `redacted`: personal parts of the value are removed
 * - `replaced`: a pseudonym replaces it, which can't be linked to the person
 * - `deleted`: the row is deleted
 * - `generated`: PostgreSQL computes it from columns that are emptied
 * - `digest`: a keyed hash, which stays; without the key no value can be tested against it
 * - `on_site`: only people on site have such a row, and they can't be erased
 * - `never`: nothing about a visitor or a user: our own texts, and data about the
 *   client and its sites
 */
export type Fate =
  | 'emptied'
  | 'redacted'
  | 'replaced'
  | 'deleted'
  | 'generated'
  | 'digest'
  | 'on_site'
  | 'never'

/** The same for several columns. */
const all = (fate: Fate, ...columns: readonly string[]): Record<string, Fate> =>
  Object.fromEntries(columns.map((column) => [column, fate]))

/**
 * Every column that can contain words, numbers with a fraction, JSON or bytes, by table. A test
 * compares this with the database catalogue, so a new column needs its entry here, and a personal
 * one its canary in the erasure test.
 */
export const personalColumns: Record<string, Record<string, Fate>> = {
  api_keys: all('never', 'name', 'folded_name', 'prefix', 'key_hash', 'scopes'),
  maintenance_runs: all('never', 'kind'),
  // A report's name, chosen by staff, is not searched for people.
  report_views: all(
    'never',
    'name',
    'folded_name',
    'report',
    'kind',
    'role',
    'cadence',
    'time_of_day',
    'recipients',
  ),
  access_entries: all('deleted', 'user_type'),
  audit_entries: { ...all('never', 'actor_kind', 'action', 'target_kind'), details: 'redacted' },
  ban_exceptions: all('emptied', 'reason'),
  ban_person_keys: all('deleted', 'person_key', 'first_name', 'last_name', 'mobile'),
  bans: {
    person_key: 'replaced',
    ...all('emptied', 'first_name', 'last_name', 'mobile', 'reason'),
    folded_name: 'generated',
  },
  board_changes: all('never', 'list'),
  client_invitations: all('never', 'token_hash'),
  clients: {
    ...all('never', 'name', 'company_no', 'street', 'suburb', 'state', 'post_code', 'country', 'phone'),
    ...all('never', 'look', 'language', 'region', 'time_zone', 'two_step_required_for', 'closed_steps'),
    ...all('never', 'check_out_others', 'accent', 'logo'),
    ...all('never', 'folded_name', 'folded_company_no'),
  },
  creation_keys: all('deleted', 'request_hash', 'encrypted_response'),
  data_keys: all('never', 'wrapped_key', 'secret_key_id', 'image_store_id'),
  device_commands: all('never', 'command'),
  device_cookies: all('deleted', 'token_hash'),
  devices: all(
    'never',
    'token_hash',
    'serial_number',
    'kiosk_id',
    'versions',
    'settings_version',
    'settings_reason',
  ),
  first_admin_links: all('never', 'token_hash'),
  idempotency_keys: all('deleted', 'request_hash', 'answer'),
  installation_rollups: all('never', 'granularity', 'counts', 'stays'),
  limited_methods: all('never', 'kind'),
  log_entries: {
    ...all('never', 'event', 'result', 'kind'),
    ...all('digest', 'facts_digest', 'contact_digest', 'answers_digest', 'temperature_digest', 'hash'),
  },
  log_corrections: { ...all('redacted', 'before', 'after'), note: 'emptied' },
  log_people: all('deleted', 'person_key', 'folded_name', 'mobile'),
  logins: all('deleted', 'email_key'),
  method_keys: all('never', 'key', 'folded_key'),
  muster_marks: { ...all('never', 'state', 'targets'), text: 'emptied' },
  muster_points: all('never', 'name', 'place'),
  muster_roll: {
    person_key: 'replaced',
    ...all('never', 'kind', 'role'),
    ...all('emptied', 'first_name', 'last_name', 'mobile', 'employee_number', 'phone_extension'),
  },
  musters: all('never', 'roll_snapshot', 'roll_server_started_at'),
  notification_recipients: all(
    'deleted',
    'events',
    'channels',
    'channels_by_event',
    'quiet_from',
    'quiet_until',
  ),
  notification_repeats: all('deleted', 'event', 'subject'),
  notifications: { ...all('never', 'kind', 'level'), values: 'emptied' },
  one_time_tokens: all('deleted', 'token_hash', 'purpose', 'email'),
  outbox: {
    ...all('never', 'type', 'failure', 'outcome', 'queue'),
    ...all('deleted', 'subject', 'payload', 'recipient', 'response'),
  },
  paired_kiosks: all('never', 'token_hash'),
  pairing_codes: all('never', 'code_hash'),
  presence: all(
    'on_site',
    'kind',
    'person_key',
    'first_name',
    'last_name',
    'mobile',
    'role_name',
    'folded_name',
    'folded_role',
  ),
  question_versions: all(
    'never',
    'type',
    'name',
    'description',
    'text',
    'texts',
    'answers',
    'outdated',
    'folded_name',
    'folded_text',
  ),
  rate_buckets: all('digest', 'key'),
  rate_members: all('digest', 'bucket', 'member'),
  readings: all('deleted', 'code', 'temperature'),
  recovery_code_sets: all('deleted', 'encrypted_codes'),
  recovery_codes: all('deleted', 'code_hash', 'tail'),
  refused_attempts: {
    ...all('never', 'source', 'reason', 'kind', 'role_name'),
    person_key: 'replaced',
    ...all('emptied', 'first_name', 'last_name', 'mobile', 'answers', 'temperature'),
  },
  remembered_devices: all('deleted', 'token_hash', 'browser', 'system', 'folded_program'),
  reset_requests: all('deleted', 'email_key'),
  retention_runs: all('never', 'failures'),
  retention_salts: all('never', 'salt'),
  rollup_deltas: all('never', 'counts', 'stays'),
  rollups: all('never', 'granularity', 'counts', 'stays'),
  sessions: all('deleted', 'cookie_hash', 'browser', 'system', 'folded_program'),
  sign_in_methods: {
    ...all('never', 'type', 'name', 'location', 'kiosk_id', 'serial_number', 'success_message', 'look'),
    ...all('never', 'colours', 'settings', 'folded_name', 'folded_details'),
  },
  site_day_counts: all('never', 'time_zone', 'people'),
  site_external_apis: all('never', 'url', 'parameters', 'encrypted_secret', 'test_outcome'),
  sites: {
    ...all('never', 'name', 'description', 'address', 'comments', 'time_zone', 'region', 'status'),
    ...all('never', 'low_temperature', 'high_temperature', 'opening_hours'),
    ...all('never', 'folded_name', 'folded_address', 'picture'),
  },
  totp_methods: all('deleted', 'encrypted_seed'),
  users: {
    ...all('emptied', 'email', 'email_key', 'pending_email', 'first_name', 'last_name', 'mobile', 'language'),
    ...all('emptied', 'employee_number', 'phone_extension', 'job_title'),
    ...all('emptied', 'status_reason', 'password_hash', 'person_key', 'photo_key', 'access_pin_hash'),
    ...all('generated', 'folded_name', 'folded_details', 'employee_number_key'),
    ...all('never', 'status', 'user_type'),
  },
  visit_hosts: all('deleted', 'name', 'answer'),
  visitor_roles: all('never', 'name', 'names'),
  visits: {
    ...all('never', 'source', 'kind', 'role_name', 'ended_as'),
    person_key: 'replaced',
    ...all('emptied', 'first_name', 'last_name', 'mobile', 'answers', 'temperature', 'end_reason'),
  },
  webhooks: all('never', 'url', 'folded_url', 'events', 'encrypted_secret', 'encrypted_previous_secret'),
}
