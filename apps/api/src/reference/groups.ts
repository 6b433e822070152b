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
Guests | /checkin | A visitor’s phone or a kiosk: the form of a sign-in method, the check-in, the check-out.
Sign-in | /login /logout /validate_token /first-admin /invitation | Staff begin and end a session; the first administrator of an installation is made.
Two-step | /2fa | The second factor: authenticator apps and recovery codes.
Password | /password | A password is changed, checked against known breaches, or reset by a link.
Account | /me | The details and the email of the person who asks.
Sessions and devices | /me/sessions /me/devices | Where that person is signed in, and the browsers that may skip the second factor.
Notifications | /me/notifications | The list under the bell.
Own visitors | /me/visitors | Who came to see the person who asks, and the answers to them.
Clients | /client | The clients of an installation, and the own one.
Board | /board | The people on one site, for the check-in board.
Musters | /musters | The evacuations and drills of a site: who is on the roll, who was found, and the report.
People on site | /presence | The list of those who are signed in, on all sites that one may see.
Access log | /access-log | Who came, left or was refused, with corrections of visits.
Search | /search | People, sites, sign-in methods and clients by name.
Sites | /sites | The sites: who is there, and how each is set up.
Sign-in methods | /sign-in-methods | The devices, kiosks and QR codes of the sites that one may see, with their keys and posters.
Questions | /questions | What visitors are asked: the questions of a client, their versions, order, sites and roles.
Users | /users | The people of a client: their details, their sites, their access PINs.
Getting started | /getting-started | The first steps of a client, from nothing to the first visitor.
Retention | /settings/retention | For how long personal data is kept, what a run would erase, and what the last runs did.
One person’s data | /people | What is held about one person, its export, its erasure, and the receipts of erasures.
Audit log | /audit-log | Who did what, and when.
Webhooks | /webhooks | Receivers outside that are told of events: their addresses, secrets and deliveries.
API keys | /api-keys | Keys with which other programs read data of the client, each with its scopes.
Bans | /bans | Who must not sign in, whom a ban would refuse, and exceptions that a second person grants.
Notification recipients | /notification-recipients | Who is told of what happens, by which channel and when.
Failed deliveries | /dead-letters | Mails and deliveries to webhooks that were given up, which can be sent again.
Reports | /reports | Contacts of a person, headcounts, hours and past rolls, and saved reports with their schedules.
System health | /system | What of the client and of the installation works, and what needs somebody.
Dashboard | /dashboard | The figures of the home page.`
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', paths = '', description = ''] = row.split(' | ')
    return { name, description, paths: paths.split(' ') }
  })

/**
 * The name of the group of a declared path: the one in the table, else the first
 * segment of the path.
 */
export function groupOf(path: string, groups = referenceGroups): string {
  const fits = (start: string) => path === start || path.startsWith(`${start}/`)
  const lengthOf = ({ paths }: ReferenceGroup) =>
    Math.max(0, ...paths.filter(fits).map(({ length }) => length))
  const [best] = groups.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (best && lengthOf(best) > 0) return best.name
  const [, first = ''] = path.split('/')
  return first.charAt(0).toUpperCase() + first.slice(1).replaceAll(/[-_]/g, ' ')
}

/**
 * The groups of these paths in the order of the page, with their descriptions where
 * the table has one.
 */
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
