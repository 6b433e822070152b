/** A section of the reference, and the paths in it. */
export interface ReferenceGroup {
  name: string
  description: string
  /** Path prefixes of whole segments; the longest match wins. */
  paths: readonly string[]
}

/**
 * The groups of the reference in the order of its page: name, paths, description. Other paths
 * follow them, grouped by their first segment.
 */
export const referenceGroups: readonly ReferenceGroup[] = `
Guests | /checkin | A visitor’s phone or a kiosk: the form of a sign-in method, check-in and check-out.
Sign-in | /login /logout /validate_token /first-admin /invitation | Sessions of staff, and new admin accounts.
Two-step | /2fa | The second factor: authenticator apps and recovery codes.
Password | /password | Changing and resetting passwords, and checking them against known breaches.
Account | /me | The caller’s profile and email address.
Sessions and devices | /me/sessions /me/devices | The caller’s sessions and remembered devices.
Notifications | /me/notifications | The caller’s notifications in the app.
My visitors | /me/visitors | The caller’s visitors, and replies to them.
Clients | /client | The clients of an installation, and the caller’s own client.
Board | /board | The check-in board: the people on one site.
Musters | /musters | Evacuations and drills at a site: the roll, who was found, and the report.
People on site | /presence | The people who are signed in at the sites that the caller can see.
Access log | /access-log | Sign-ins, sign-outs and refused attempts, with corrections of visits.
Search | /search | Search for users, sites, sign-in methods and clients by name.
Sites | /sites | Sites, the people there, and their settings.
Sign-in methods | /sign-in-methods | Devices, kiosks and QR codes: their settings, keys and QR code files.
Questions | /questions | Questions for visitors: their versions, order, sites and roles.
Users | /users | The users of a client: their details, sites and access PINs.
Getting started | /getting-started | The setup steps of a client, up to the first visitor.
Retention | /settings/retention | How long personal data is kept, a preview of a run, and the last runs.
One person’s data | /people | The data stored about one person, its export and erasure, and erasure receipts.
Audit log | /audit-log | Actions in a client: who did what, and when.
Webhooks | /webhooks | External receivers of events: their addresses, secrets and deliveries.
API keys | /api-keys | Keys with which other programs read data of a client, each with its scopes.
Bans | /bans | Bans on signing in, their preview, and exceptions that a second person grants.
Notification recipients | /notification-recipients | Who gets notifications, by which channel and when.
Failed deliveries | /dead-letters | Failed emails, texts, notifications and webhook deliveries, to resend.
Reports | /reports | Contacts, headcounts, hours and past rolls, and saved reports with their schedules.
System health | /system | The state of the client and the installation, and what needs attention.
Dashboard | /dashboard | The figures of the home page.`
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', paths = '', description = ''] = row.split(' | ')
    return { name, description, paths: paths.split(' ') }
  })

/** The name of the group of a declared path: of the table, else its first segment. */
export function groupOf(path: string, groups = referenceGroups): string {
  const fits = (start: string) => path === start || path.startsWith(`${start}/`)
  const lengthOf = ({ paths }: ReferenceGroup) =>
    Math.max(0, ...paths.filter(fits).map(({ length }) => length))
  const [best] = groups.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (best && lengthOf(best) > 0) return best.name
  const [, first = ''] = path.split('/')
  return first.charAt(0).toUpperCase() + first.slice(1).replaceAll(/[-_]/g, ' ')
}

/** The groups of these paths in the order of the page, with descriptions from the table. */
export function groupsOf(paths: readonly string[]): { name: string; description?: string }[] {
  const used = new Set(paths.map((path) => groupOf(path)))
  const known = referenceGroups.filter(({ name }) => used.has(name))
  const names = new Set(known.map(({ name }) => name))
  const others = [...used].filter((name) => !names.has(name)).toSorted()
  return [
    ...known.map(({ name, description }) => ({ name, description })),
    ...others.map((name) => ({ name })),
  ]
}
