/** A heading of the reference, and the paths below it. */
export interface ReferenceGroup {
  name: string
  description: string
  /** The beginnings of paths, whole segments; the longest that fits decides. */
  paths: readonly string[]
}

/** The groups of the reference in the order of its page. An endpoint under a new path gets its group here. */
export const referenceGroups: readonly ReferenceGroup[] = [
  {
    name: 'Guests',
    description: 'A visitor’s phone or a kiosk: the form of a sign-in method, the check-in, the check-out.',
    paths: ['/checkin'],
  },
  {
    name: 'Sign-in',
    description: 'Staff begin and end a session; the first administrator of an installation is made.',
    paths: ['/login', '/logout', '/validate_token', '/first-admin'],
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
  { name: 'Client', description: 'The details of a client.', paths: ['/client'] },
  { name: 'Board', description: 'The people on one site, for the check-in board.', paths: ['/board'] },
  {
    name: 'People on site',
    description: 'The list of those who are signed in, on all sites that one may see.',
    paths: ['/presence'],
  },
  { name: 'Dashboard', description: 'The figures of the home page.', paths: ['/dashboard'] },
]

/** The name of the group that a declared path belongs to. Throws where the table has none. */
export function groupOf(path: string, groups = referenceGroups): string {
  const fits = (start: string) => path === start || path.startsWith(`${start}/`)
  const lengthOf = ({ paths }: ReferenceGroup) =>
    Math.max(0, ...paths.filter(fits).map(({ length }) => length))
  const [best] = groups.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (!best || lengthOf(best) === 0) throw new Error(`${path} has no group in reference/groups.ts`)
  return best.name
}
