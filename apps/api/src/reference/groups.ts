/** A heading of the reference, and the paths below it. */
export interface ReferenceGroup {
  name: string
  description: string
  /** The beginnings of paths, whole segments; the longest that fits decides. */
  paths: readonly string[]
}

/** The groups of the reference in the order of its page. The other paths follow them, each first part as a group of its own. */
export const referenceGroups: readonly ReferenceGroup[] = [
  {
    name: 'Guests',
    description: 'A visitor’s phone or a kiosk: the form of a sign-in method, the check-in, the check-out.',
    paths: ['/checkin'],
  },
  {
    name: 'Sign-in',
    description: 'Staff begin and end a session; the first administrator of an installation is made.',
    paths: ['/login', '/logout', '/validate_token', '/first-admin', '/invitation'],
  },
  {
    name: 'Two-step',
    description: 'The second factor: authenticator apps and recovery codes.',
    paths: ['/2fa'],
  },
  {
    name: 'Password',
    description: 'A password is changed, checked against known breaches, or reset by a link.',
    paths: ['/password'],
  },
  { name: 'Account', description: 'The details and the email of the person who asks.', paths: ['/me'] },
  {
    name: 'Sessions and devices',
    description: 'Where that person is signed in, and the browsers that may skip the second factor.',
    paths: ['/me/sessions', '/me/devices'],
  },
  { name: 'Notifications', description: 'The list under the bell.', paths: ['/me/notifications'] },
  {
    name: 'Own visitors',
    description: 'Who came to see the person who asks, and the answers to them.',
    paths: ['/me/visitors'],
  },
  { name: 'Clients', description: 'The clients of an installation, and the own one.', paths: ['/client'] },
  { name: 'Board', description: 'The people on one site, for the check-in board.', paths: ['/board'] },
  {
    name: 'Musters',
    description: 'The evacuations and drills of a site: who is on the roll, who was found, and the report.',
    paths: ['/musters'],
  },
  {
    name: 'People on site',
    description: 'The list of those who are signed in, on all sites that one may see.',
    paths: ['/presence'],
  },
  {
    name: 'Access log',
    description: 'Who came, left or was refused, with corrections of visits.',
    paths: ['/access-log'],
  },
  { name: 'Search', description: 'People, sites, sign-in methods and clients by name.', paths: ['/search'] },
  { name: 'Sites', description: 'The sites: who is there, and how each is set up.', paths: ['/sites'] },
  {
    name: 'Sign-in methods',
    description:
      'The devices, kiosks and QR codes of the sites that one may see, with their keys and posters.',
    paths: ['/sign-in-methods'],
  },
  {
    name: 'Questions',
    description:
      'What visitors are asked: the questions of a client, their versions, order, sites and roles.',
    paths: ['/questions'],
  },
  {
    name: 'Users',
    description: 'The people of a client: their details, their sites, their access PINs.',
    paths: ['/users'],
  },
  {
    name: 'Getting started',
    description: 'The first steps of a client, from nothing to the first visitor.',
    paths: ['/getting-started'],
  },
  {
    name: 'Retention',
    description: 'For how long personal data is kept, what a run would erase, and what the last runs did.',
    paths: ['/settings/retention'],
  },
  {
    name: 'One person’s data',
    description: 'What is held about one person, its export, its erasure, and the receipts of erasures.',
    paths: ['/people'],
  },
  { name: 'Audit log', description: 'Who did what, and when.', paths: ['/audit-log'] },
  {
    name: 'Webhooks',
    description: 'Receivers outside that are told of events: their addresses, secrets and deliveries.',
    paths: ['/webhooks'],
  },
  {
    name: 'API keys',
    description: 'Keys with which other programs read data of the client, each with its scopes.',
    paths: ['/api-keys'],
  },
  {
    name: 'Bans',
    description: 'Who must not sign in, whom a ban would refuse, and exceptions that a second person grants.',
    paths: ['/bans'],
  },
  {
    name: 'Notification recipients',
    description: 'Who is told of what happens, by which channel and when.',
    paths: ['/notification-recipients'],
  },
  {
    name: 'Failed deliveries',
    description: 'Mails and deliveries to webhooks that were given up, which can be sent again.',
    paths: ['/dead-letters'],
  },
  {
    name: 'Reports',
    description:
      'Contacts of a person, headcounts, hours and past rolls, and saved reports with their schedules.',
    paths: ['/reports'],
  },
  {
    name: 'System health',
    description: 'What of the client and of the installation works, and what needs somebody.',
    paths: ['/system'],
  },
  { name: 'Dashboard', description: 'The figures of the home page.', paths: ['/dashboard'] },
]

/** The name of the group that a declared path belongs to: the one of the table, else the first part of the path. */
export function groupOf(path: string, groups = referenceGroups): string {
  const fits = (start: string) => path === start || path.startsWith(`${start}/`)
  const lengthOf = ({ paths }: ReferenceGroup) =>
    Math.max(0, ...paths.filter(fits).map(({ length }) => length))
  const [best] = groups.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (best && lengthOf(best) > 0) return best.name
  const [, first = ''] = path.split('/')
  return first.charAt(0).toUpperCase() + first.slice(1).replaceAll(/[-_]/g, ' ')
}

/** The groups of these paths in the order of the page, with the description of those that the table names. */
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
