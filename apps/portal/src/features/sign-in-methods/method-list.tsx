import { useLanguage } from '@gatehouse/i18n/use-language'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { ExactTime } from '@gatehouse/ui/list/exact-time'
import { listSignInMethodsEndpoint, type SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { methodTypes } from '@gatehouse/validation/vocabulary'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { BulkRequest, ListBulk, ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { MethodKey, MethodStatus, TypeName } from './method-cells.tsx'
import { statusNames, typeNames } from './method-words.ts'
import { changeMethods } from './queries.ts'

const MethodDetails = lazy(async () => ({ default: (await import('./method-details.tsx')).MethodDetails }))

/** Menus and the windows that ask are larger than the list. */
const MethodMenu = lazy(async () => ({ default: (await import('./method-menu.tsx')).MethodMenu }))

const opposite: Record<string, string> = { enable: 'disable', disable: 'enable' }

const bulk: ListBulk = {
  actions: [
    { id: 'enable', label: msg`Enable` },
    { id: 'disable', label: msg`Disable` },
  ],
  run: changeMethods,
  // Which of all matching ones were changed is not known afterwards.
  canUndo: (request) => 'ids' in request,
  undo: async (request, { blocked }) => {
    const action = opposite[request.action]
    if (!('ids' in request) || action === undefined) return
    const isBlocked = new Set(blocked.map(({ id }) => id))
    const undone: BulkRequest = { action, ids: request.ids.filter((id) => !isBlocked.has(id)) }
    await changeMethods(undone)
  },
}

const methodList: ListDeclaration<typeof listSignInMethodsEndpoint> = {
  endpoint: listSignInMethodsEndpoint,
  title: msg`Sign-In Methods`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      sort: 'name',
      cell: ({ name }) => name,
      value: ({ name }) => name,
      width: 9,
      onPhone: 'title',
    },
    {
      id: 'type',
      header: msg`Type`,
      sort: 'type',
      cell: ({ type }) => <TypeName type={type} />,
      value: ({ type }) => type,
      width: 5.5,
      priority: 3,
      onPhone: 'line',
    },
    {
      id: 'site',
      header: msg`Site`,
      sort: 'site',
      cell: ({ site_name }) => site_name,
      value: ({ site_name }) => site_name,
      width: 8,
      priority: 2,
      onPhone: 'line',
    },
    {
      id: 'location',
      header: msg`Location`,
      sort: 'location',
      cell: ({ location }) => location,
      value: ({ location }) => location || null,
      width: 7,
      priority: 5,
      onPhone: 'line',
    },
    {
      id: 'key',
      header: msg`Key`,
      cell: ({ key }) => <MethodKey value={key} />,
      value: ({ key }) => key,
      width: 4.5,
      priority: 2,
      onPhone: 'line',
    },
    {
      id: 'kiosk_id',
      header: msg`Kiosk ID`,
      cell: ({ kiosk_id }) => kiosk_id,
      value: ({ kiosk_id }) => kiosk_id || null,
      width: 5.5,
      priority: 7,
      onPhone: 'hidden',
    },
    {
      id: 'serial_number',
      header: msg`Serial number`,
      cell: ({ serial_number }) => serial_number,
      value: ({ serial_number }) => serial_number || null,
      width: 7,
      priority: 6,
      onPhone: 'hidden',
    },
    {
      id: 'temperature',
      header: msg`Temperature`,
      cell: ({ use_temperature }) => use_temperature && <Trans>Yes</Trans>,
      value: ({ use_temperature }) => (use_temperature ? 'yes' : null),
      width: 5.5,
      priority: 8,
      onPhone: 'hidden',
    },
    {
      id: 'last_seen',
      header: msg`Last seen`,
      cell: (method, { now }) => <LastSeen method={method} now={now} />,
      width: 6.5,
      priority: 4,
      onPhone: 'hidden',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: (method) => <MethodStatus method={method} />,
      width: 5.5,
      onPhone: 'corner',
    },
  ],
  filters: [
    { name: 'site', label: msg`Site`, searchedBy: listSiteOptionsEndpoint },
    {
      name: 'type',
      label: msg`Type`,
      options: methodTypes.map((type) => ({ value: type, label: typeNames[type] })),
    },
    {
      name: 'status',
      label: msg`Status`,
      options: [
        { value: 'enabled', label: statusNames.enabled },
        { value: 'disabled', label: statusNames.disabled },
        { value: 'retired', label: statusNames.retired },
      ],
    },
  ],
  search: {
    label: msg`Search sign-in methods`,
    placeholder: msg`Search by name or key`,
  },
  empty: {
    title: msg`No sign-in method yet`,
    text: msg`A QR code is enough to begin with: print its poster, hang it at the door, and visitors sign in with their own phones.`,
  },
  noMatch: {
    title: msg`No sign-in method matches`,
    text: msg`Try another word, or fewer filters.`,
  },
  hasHistory: true,
  drawer: (method) => (
    <Suspense>
      <MethodDetails method={method} />
    </Suspense>
  ),
  rowActions: (method) => (
    <Suspense>
      <MethodMenu method={method} />
    </Suspense>
  ),
}

/** The devices, kiosks and QR codes at which people sign in. */
export function MethodsPage({ canManage }: { canManage: boolean }) {
  const navigate = useNavigate()
  const { site } = useSearch({ strict: false })
  const childState = useChildPageState()
  return (
    <ListPage
      list={canManage ? { ...methodList, bulk } : methodList}
      more={
        <Link
          to="/machine_posters"
          search={{ site: typeof site === 'string' ? site : undefined }}
          state={childState}
          className={buttonClass({})}
        >
          <Trans>Print posters</Trans>
        </Link>
      }
      action={
        canManage && (
          <Button
            kind="primary"
            onClick={() =>
              void navigate({ to: '.', search: (search: object) => ({ ...search, edit: 'new' }) } as never)
            }
          >
            <Trans>New sign-in method</Trans>
          </Button>
        )
      }
    />
  )
}

/** Only kiosks tell of themselves. */
function LastSeen({ method: { last_seen: time, time_zone }, now }: { method: SignInMethod; now: number }) {
  const language = useLanguage()
  if (time === null) return '–'
  const timeZone = timeZoneOf(time_zone)
  return (
    <ExactTime
      time={time}
      label={formatSince(time, now, language, timeZone)}
      exact={formatExactTime(time, language, timeZone)}
    />
  )
}
