import type { Person, PersonDataKind } from '@gatehouse/validation/endpoints/people'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const kindLabels: Record<PersonDataKind, MessageDescriptor> = {
  account: msg`Account`,
  photo: msg`Photo`,
  sessions: msg`Sessions, devices and second factors`,
  visits: msg`Visits`,
  answers: msg`Answers`,
  refused_attempts: msg`Refused sign-ins`,
  readings: msg`Temperature readings`,
  stored_responses: msg`Stored responses to sign-ins`,
  hosts: msg`Hosts and visitors`,
  corrections: msg`Corrections of visits`,
  search_entries: msg`Entries of the search`,
  bans: msg`Ended bans`,
  bans_in_force: msg`Active bans`,
  musters: msg`Lists of musters`,
  muster_marks: msg`Notes in musters`,
  notifications: msg`Notifications`,
  saved_reports: msg`Saved reports of contacts`,
  messages: msg`Emails, text messages and events`,
  audit_entries: msg`Entries of the audit log about the person`,
  own_actions: msg`What the account did`,
}

/** What an erasure keeps of a kind; of the others it keeps nothing. */
export const leftovers: Partial<Record<PersonDataKind, MessageDescriptor>> = {
  account: msg`An empty account that isn’t shown`,
  visits: msg`The time and the site, without a name`,
  refused_attempts: msg`The time and the site, without a name`,
  corrections: msg`That a temperature was taken`,
  bans: msg`That a temperature was taken`,
  bans_in_force: msg`Everything, until the ban ends`,
  musters: msg`A person without a name`,
  muster_marks: msg`The mark without its note`,
  audit_entries: msg`What was done and when`,
  own_actions: msg`What was done and when, without a name`,
}

export const nameOf = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()
