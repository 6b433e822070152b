import { serverTime } from '@gatehouse/api-client/server-clock'
import { managesPeople } from '../../lib/manages-people.ts'
import { useProfile } from '../../lib/use-session.ts'
import { textOf, type ListAddress } from '../../lib/list/list-search.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { buttonClass } from '@gatehouse/ui/core/button'
import { listSignInMethodsEndpoint, type SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { methodTypes } from '@gatehouse/validation/vocabulary'
import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import type { ListBulk, ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { Moment } from '../../lib/moment.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { methodTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import styles from './method-cells.module.css'
import { MethodKey, MethodStates } from './method-cells.tsx'
import { deviceStateNames, settingsStateNames, statusNames } from './method-words.ts'
import { changeMethods, useLiveDevices } from './queries.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { lazyButton, lazyDetail, lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'

const Freshness = lazyDetail(() => import('../../lib/freshness/freshness.tsx'), 'Freshness')

const MethodDetails = lazyPart(() => import('./method-details.tsx'), 'MethodDetails')

/** Menus and question windows are larger than the list. */
const MethodMenu = lazyButton(() => import('./method-menu.tsx'), 'MethodMenu')

const MethodModal = lazyWindow(() => import('./method-modal.tsx'), 'MethodModal')
const PosterModal = lazyWindow(() => import('./poster-modal.tsx'), 'PosterModal')
const PairModal = lazyWindow(() => import('./pair-modal.tsx'), 'PairModal')
const MoveQuestion = lazyWindow(() => import('./method-menu.tsx'), 'MoveQuestion')
const RetireQuestion = lazyWindow(() => import('./method-menu.tsx'), 'RetireQuestion')

/**
 * Retired methods can't be changed, and a list filtered by a status does not offer the action that
 * sets it.
 */
const isOtherThan =
  (...statuses: string[]) =>
  ({ status }: ListAddress) =>
    !statuses.includes(String(status))

const isManaged = ({ can_manage, retired_at }: SignInMethod) => can_manage && retired_at === null

const bulk: ListBulk<typeof listSignInMethodsEndpoint> = {
  things: (count) => msg`${plural(count, { one: '# sign-in method', other: '# sign-in methods' })}`,
  actions: [
    {
      id: 'enable',
      label: msg`Enable`,
      done: (count) =>
        msg`${plural(count, { one: '# sign-in method was enabled', other: '# sign-in methods were enabled' })}`,
      isOffered: isOtherThan('enabled', 'retired'),
      isFor: (method) => isManaged(method) && !method.enabled,
    },
    {
      id: 'disable',
      label: msg`Disable`,
      done: (count) =>
        msg`${plural(count, { one: '# sign-in method was disabled', other: '# sign-in methods were disabled' })}`,
      isOffered: isOtherThan('disabled', 'retired'),
      effect: (count) =>
        msg`${plural(count, { one: '# sign-in page will close.', other: '# sign-in pages will close.' })}`,
      isFor: (method) => isManaged(method) && method.enabled,
    },
    {
      id: 'move',
      label: msg`Move to another site`,
      done: (count) =>
        msg`${plural(count, { one: '# sign-in method was moved', other: '# sign-in methods were moved' })}`,
      isOffered: isOtherThan('retired'),
      isFor: isManaged,
      question: MoveQuestion,
      // A method can't move to another client.
      isOfOneClient: true,
    },
    {
      id: 'retire',
      label: msg`Retire`,
      done: (count) =>
        msg`${plural(count, { one: '# sign-in method was retired', other: '# sign-in methods were retired' })}`,
      isDanger: true,
      isOffered: isOtherThan('retired'),
      isFor: isManaged,
      question: RetireQuestion,
    },
  ],
  run: changeMethods,
  inverse: { enable: 'disable', disable: 'enable' },
}

const methodList: ListDeclaration<typeof listSignInMethodsEndpoint> = {
  endpoint: listSignInMethodsEndpoint,
  title: msg`Sign-In Methods`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'type',
      header: msg`Type`,
      cell: ({ type }, { t }) => t(methodTypeLabels[type]),
      value: ({ type }) => type,
      priority: 3,
    },
    {
      id: 'site',
      header: msg`Site`,
      value: ({ site_name }) => site_name,
      priority: 2,
    },
    {
      id: 'location',
      header: msg`Location`,
      value: ({ location }) => location,
      priority: 5,
    },
    {
      id: 'key',
      header: msg`Key`,
      cell: ({ key }) => <MethodKey value={key} />,
      value: ({ key }) => key,
      priority: 2,
    },
    {
      id: 'kiosk_id',
      header: msg`Kiosk ID`,
      value: ({ kiosk_id }) => kiosk_id,
      priority: 7,
      onPhone: 'hidden',
    },
    {
      id: 'serial_number',
      header: msg`Serial number`,
      value: ({ serial_number }) => serial_number,
      priority: 6,
      onPhone: 'hidden',
    },
    {
      id: 'temperature',
      header: msg`Temperature`,
      cell: ({ use_temperature }) => use_temperature && <Trans>Yes</Trans>,
      value: ({ use_temperature }) => (use_temperature ? 'yes' : null),
      priority: 8,
      onPhone: 'hidden',
    },
    {
      id: 'versions',
      header: msg`Versions`,
      value: ({ versions }) => Object.values(versions ?? {}).join(', '),
      priority: 9,
      onPhone: 'hidden',
    },
    {
      id: 'settings',
      header: msg`Settings`,
      cell: ({ device }, { t }) => device && t(settingsStateNames[device.settings_state]),
      value: ({ device }) => device?.settings_state ?? null,
      priority: 10,
      onPhone: 'hidden',
    },
    {
      id: 'last_seen',
      header: msg`Last seen`,
      cell: ({ last_seen: at, time_zone: zone }, { now }) => <Moment at={at} zone={zone} now={now} />,
      priority: 4,
      onPhone: 'hidden',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: (method) => <MethodStates method={method} />,
      onPhone: 'corner',
    },
  ],
  filters: [
    { name: 'site', label: msg`Site`, searchedBy: listSiteOptionsEndpoint },
    {
      name: 'type',
      label: msg`Type`,
      options: methodTypes.map((type) => ({ value: type, label: methodTypeLabels[type] })),
    },
    {
      name: 'status',
      label: msg`Status`,
      options: [
        { value: 'enabled', label: statusNames.enabled },
        { value: 'disabled', label: statusNames.disabled },
        { value: 'retired', label: statusNames.retired },
        { value: 'online', label: deviceStateNames.online },
        { value: 'offline', label: deviceStateNames.offline },
        { value: 'low_pressure', label: msg`Low pressure` },
        { value: 'never_seen', label: deviceStateNames.never_seen },
      ],
    },
  ],
  search: {
    label: msg`Search sign-in methods`,
    placeholder: msg`Search by name or key`,
  },
  empty: {
    title: msg`No sign-in method yet`,
    text: msg`Start with a QR code: print its poster and hang it at the door. Visitors sign in with their own phones.`,
  },
  noMatch: {
    title: msg`No sign-in method matches`,
    text: msg`Try another word, or fewer filters.`,
  },
  hasHistory: true,
  description: (_, error, updatedAt) => <MethodsFreshness updatedAt={updatedAt} failure={error} />,
  // In addition to the live socket's device updates.
  refetchMs: 30_000,
  drawer: (method) => <MethodDetails method={method} />,
}

const managedList = { ...methodList, bulk }

/** The devices, kiosks and QR codes where people sign in. */
export function MethodsPage() {
  const openWindow = useOpenWindow()
  const address = useSearch({ strict: false })
  const [site, poster, pair] = [address['site'], address['poster'], address['pair']].map(textOf)
  const canManage = managesPeople(useProfile())
  const childState = useChildPageState()
  useLiveDevices()
  const edit = (close: () => void, id: string) => <MethodModal id={id} siteId={site} onClose={close} />
  const close = () => openWindow({ poster: undefined, pair: undefined })
  return (
    <>
      <ListPage
        list={canManage ? managedList : methodList}
        rowActions={(method) => <MethodMenu method={method} />}
        more={
          <Link to="/machine_posters" search={{ site }} state={childState} className={buttonClass({})}>
            <Trans>Print posters</Trans>
          </Link>
        }
        cannotAdd={!canManage && <Trans>You can’t add sign-in methods</Trans>}
        addLabel={canManage && <Trans>New sign-in method</Trans>}
        windows={{ new: canManage && edit, row: canManage && edit }}
      />
      {pair !== undefined && <PairModal id={pair} onClose={close} />}
      {poster !== undefined && <PosterModal id={poster} onClose={close} />}
    </>
  )
}

/** In the reader's zone: the list spans several sites. */
function MethodsFreshness({ updatedAt, failure }: { updatedAt: number; failure: Error | null }) {
  return (
    <span className={styles.freshness}>
      <Freshness
        asOf={serverTime(updatedAt)}
        timeZone={timeZoneOf(undefined)}
        failure={failure}
        everySeconds={30}
      />
    </span>
  )
}
