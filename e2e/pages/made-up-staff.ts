import { randomUUID } from 'node:crypto'
import type { OwnServer } from '../own-server.ts'
import type { Language } from './translations.ts'

export interface StaffMember {
  email: string
  name: string
}

/** An organisation with three people. */
export interface Organisation {
  /** An admin. */
  admin: StaffMember
  /** Must use a second factor by the organisation's policy. */
  obliged: StaffMember
  /** Must change the password at the first login. */
  newcomer: StaffMember
}

/** Creates an organisation with this look, language and password in the database of a server. */
export async function makeOrganisation(
  server: OwnServer,
  { look, language, password }: { look: string; language: Language; password: string },
): Promise<Organisation> {
  const operator = await makeOperator(server, password)
  const clientId = randomUUID()
  const person = (part: string, firstName: string) => ({
    email: `${part}@${look}.example`,
    name: `${firstName} Achterberg`,
    firstName,
    id: randomUUID(),
  })
  const people = {
    admin: { ...person('admin', 'Wilhelmina'), flags: { admin: true } },
    obliged: { ...person('obliged', 'Ottokar'), flags: { site_admin: true } },
    newcomer: { ...person('newcomer', 'Naïma'), flags: { change_password: true } },
  }
  await server.ask(
    [
      `insert into clients (id, name, company_no, look, language, two_step_required_for)
        values ($1, $2, $2, $3, $4, '{site_admin}')`,
      [clientId, `House of ${look}`, look, language],
    ],
    ...Object.values(people).flatMap(({ id, email, firstName, flags }) => [
      [
        `insert into users (client_id, id, email, email_key, first_name, last_name, language, status, admin, site_admin,
            change_password, password_hash)
          select $1, $2, $3, $3, $4, 'Achterberg', $5, 'active', $6, $7, $8, password_hash from users where email = $9`,
        [
          clientId,
          id,
          email,
          firstName,
          language,
          'admin' in flags,
          'site_admin' in flags,
          'change_password' in flags,
          operator,
        ],
      ] as [string, unknown[]],
      ['insert into logins (email_key, client_id, user_id) values ($1, $2, $3)', [email, clientId, id]] as [
        string,
        unknown[],
      ],
    ]),
  )
  return people
}

/**
 * Creates the first administrator with the printed link. All organisations of a server share it.
 */
export async function makeOperator(
  { origin, firstAdminLink, ask }: OwnServer,
  password: string,
): Promise<string> {
  const email = 'operator@made-up.example'
  const [known] = await ask(['select id from users where email = $1', [email]])
  if (known) return email
  const token = new URL(await firstAdminLink()).searchParams.get('token')
  const made = await fetch(`${origin}/api/first-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      email,
      password,
      first_name: 'Ada',
      last_name: 'Ortiz',
      client_name: 'Made Up',
      company_no: 'MU 1',
    }),
  })
  if (made.status !== 204) throw new Error(`The operator could not be made: ${await made.text()}`)
  return email
}
