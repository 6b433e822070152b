import { expect, test } from 'vitest'
import { admitAdmins, admitManagers, admitOperators } from './admit-admins.ts'
import { type Audience, NotAllowedError } from './not-allowed-error.ts'

const people = {
  staff: { admin: false, site_admin: false, access: [] },
  manager: {
    admin: false,
    site_admin: false,
    access: [{ site_id: 'one', site_name: 'One', user_type: 'Manager' as const }],
  },
  admin: { admin: true, site_admin: false, access: [] },
  operator: { admin: false, site_admin: true, access: [] },
}
type Person = keyof typeof people

test.each<[Audience, typeof admitAdmins, Person[]]>([
  ['managers', admitManagers, ['manager', 'admin', 'operator']],
  ['admins', admitAdmins, ['admin', 'operator']],
  ['operators', admitOperators, ['operator']],
])('a page for %s says so to everybody else', (audience, admit, admitted) => {
  for (const [person, profile] of Object.entries(people)) {
    const enter = () => admit({ context: { session: { profile } } })
    if (admitted.includes(person as Person)) expect(enter).not.toThrow()
    else expect(enter).toThrow(new NotAllowedError(audience))
  }
})
