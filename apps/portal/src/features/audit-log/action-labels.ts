import type { AuditAction } from '@gatehouse/validation/audit-actions'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** What was done, by its code. An action without a text does not compile. */
export const actionLabels: Record<AuditAction, MessageDescriptor> = {
  'ban.created': msg`Ban created`,
  'client.admin_invited': msg`Admin invited`,
  'client.created': msg`Client created`,
  'client.disabled': msg`Client disabled`,
  'client.enabled': msg`Client enabled`,
  'client.invitation_accepted': msg`Invitation accepted`,
  'client.updated': msg`Client updated`,
  'device.forgotten': msg`Remembered device forgotten`,
  'email.verified': msg`Email confirmed`,
  'installation.first_admin_created': msg`First administrator created`,
  'password.changed': msg`Password changed`,
  'password.reset': msg`Password reset`,
  'password.reset_requested': msg`Password reset requested`,
  'profile.updated': msg`Own details updated`,
  'retention.applied': msg`Old data deleted`,
  'rollups.differ': msg`Figures differed from the records`,
  'session.all_revoked': msg`Logged out everywhere`,
  'session.ended': msg`Logged out`,
  'session.refused': msg`Login refused`,
  'session.revoked': msg`Session ended`,
  'session.second_step_passed': msg`Second step passed`,
  'session.second_step_refused': msg`Second step refused`,
  'session.started': msg`Logged in`,
  'site.archived': msg`Site archived`,
  'two_step.disabled': msg`Two-step authentication disabled`,
  'two_step.enabled': msg`Two-step authentication enabled`,
  'two_step.recovery_codes_dropped': msg`Recovery codes deleted`,
  'two_step.recovery_codes_renewed': msg`Recovery codes renewed`,
  'two_step.renewed': msg`Authenticator renewed`,
  'visit.corrected': msg`Visit corrected`,
}

/** What the first word of an action is about: the values of the filter. */
export const kindLabels = {
  session: msg`Logins and sessions`,
  client: msg`Client`,
  user: msg`Users`,
  site: msg`Sites`,
  sign_in_method: msg`Sign-in methods`,
  password: msg`Passwords`,
  two_step: msg`Two-step authentication`,
  profile: msg`Own details`,
  ban: msg`Bans`,
  visit: msg`Visits`,
  retention: msg`Deletion of old data`,
} as const satisfies Record<string, MessageDescriptor>
