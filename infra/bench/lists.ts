import {
  accounts,
  busiest,
  firstUserId,
  password,
  siteWithRolesId,
} from '../../apps/api/test/bench/fill-database.ts'
import { withFilledDatabase } from './fill.ts'
import { options } from './options.ts'
import { measureReader, readRequest } from './readers.ts'
import { logIn } from './servers.ts'

type Reader = keyof typeof accounts

const managers: Reader[] = ['siteAdmin', 'admin', 'manager']
const { siteId } = busiest

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** A year of the log, and the middle of it. */
const year = `from=${dayAgo(364).toISOString().slice(0, 10)}`
const middle = `o.${dayAgo(180).getTime()}.0.${siteId}`

/**
 * Each list with its default order, its other orders, its filters, and searches for a frequent, a
 * rare and a missing text.
 */
const lists: { readers: Reader[]; path: string; searches: string[] }[] = [
  {
    readers: managers,
    path: '/presence',
    searches: [
      '',
      'sort=name',
      'sort=site desc',
      'sort=role',
      'search=number 99',
      'state=overdue',
      'kind=user',
      `site=${siteId}`,
    ],
  },
  {
    readers: managers,
    path: '/users',
    searches: [
      '',
      'page=50',
      'sort=name desc',
      'sort=email',
      'sort=employee_number',
      'sort=user_type',
      'sort=status&status=all',
      'sort=last_seen desc',
      'status=pending',
      'status=all',
      'user_type=Manager',
      `site=${siteId}`,
      'search=jack',
      'search=e4711',
      'search=0493004711',
      'search=nobody at all',
    ],
  },
  {
    readers: managers,
    path: '/sites',
    searches: ['', 'sort=time_zone', 'status=archived', 'status=all', 'search=99', 'search=nothing'],
  },
  {
    readers: managers,
    path: '/sign-in-methods',
    searches: [
      '',
      'sort=type',
      'sort=site',
      'sort=last_modified desc',
      'type=kiosk',
      'status=enabled',
      'status=retired',
      `site=${siteId}`,
      'search=gate',
      'search=nothing',
    ],
  },
  {
    readers: ['siteAdmin'],
    path: '/client',
    searches: [
      '',
      'sort=company_no',
      'sort=country',
      'sort=last_modified desc',
      'sort=enabled',
      'country=España',
      'enabled=false',
      'search=999',
      'search=nothing',
    ],
  },
  { readers: ['siteAdmin'], path: '/client/options', searches: ['', 'search=999'] },
  { readers: ['siteAdmin'], path: '/client/country', searches: [''] },
  {
    readers: ['admin'],
    path: '/audit-log',
    searches: [
      '',
      'kind=site',
      'kind=client',
      `target=${firstUserId}`,
      `actor=${busiest.clientId}`,
      'to=2026-03-01T00:00:00.000Z',
    ],
  },
  {
    readers: ['admin', 'manager'],
    path: '/access-log',
    searches: [
      '',
      `site=${siteId}`,
      year,
      `${year}&site=${siteId}`,
      `${year}&cursor=${middle}`,
      `${year}&cursor=${middle.replace('o', 'n')}`,
      `${year}&event=out`,
      `${year}&event=refused`,
      `${year}&result=banned&kind=user`,
      `${year}&answer=nothing`,
      `${year}&search=number`,
      `${year}&search=number 4711`,
      `${year}&search=0491504711`,
      `${year}&search=nobody at all`,
    ],
  },
  {
    readers: managers,
    path: '/search',
    searches: ['search=jack', 'search=99', 'search=a', 'search=nothing at all'],
  },
  { readers: managers, path: `/sites/${siteWithRolesId}/visitor-roles`, searches: ['', 'search=1'] },
  { readers: managers, path: '/board/sites', searches: ['', 'search=99'] },
  { readers: managers, path: '/sites/options', searches: ['', 'search=99'] },
  ...['/me', '/me/sessions', '/me/notifications'].map((path) => ({
    readers: managers,
    path,
    searches: [''],
  })),
]

/**
 * The lists of staff over a filled database (see `fill`), for a site admin, an admin and a Manager,
 * against a bare select of one row.
 */
export async function benchLists(): Promise<void> {
  await withFilledDatabase(async ({ gatehouse, reference }) => {
    for (const [reader, email] of Object.entries(accounts)) {
      const token = await logIn(gatehouse.port, email, password)
      const chosen = lists.filter(
        ({ readers, path }) =>
          readers.some((one) => one === reader) && (options.list === undefined || options.list === path),
      )
      for (const { path, searches } of chosen)
        for (const search of searches.slice(0, options.isLight ? 2 : Infinity)) {
          const url = search === '' ? path : `${path}?${search}`
          const request = readRequest(token, [encodeURI(url)])
          await measureReader(`${reader}, ${url.replaceAll(siteId, '…')}`, gatehouse, request, reference)
        }
    }
  })
}
