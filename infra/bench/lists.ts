import { accounts, busiest, password } from '../../apps/api/test/bench/fill-database.ts'
import { withFilledDatabase } from './fill.ts'
import { measureReader, readRequest } from './readers.ts'
import { logIn } from './servers.ts'

const lists = [
  '/presence',
  '/presence?sort=name',
  '/presence?sort=site desc',
  '/presence?search=number 99',
  '/presence?state=overdue',
  `/presence?site=${busiest.siteId}`,
  '/board/sites',
  '/board/sites?search=99',
  '/sites/options',
  '/sites/options?search=99',
  '/me/sessions',
]

/** The lists of staff over a filled database (see `fill`), for a site admin, an admin and a Manager, against a bare select of one row. */
export async function benchLists(): Promise<void> {
  await withFilledDatabase(async ({ gatehouse }) => {
    for (const [who, email] of Object.entries(accounts)) {
      const token = await logIn(gatehouse.port, email, password)
      for (const path of lists)
        await measureReader(
          `${who}, ${path.replace(busiest.siteId, '…')}`,
          gatehouse,
          readRequest(token, [path.replaceAll(' ', '%20')]),
        )
    }
  })
}
