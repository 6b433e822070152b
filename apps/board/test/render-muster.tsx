import { queryClient } from '@gatehouse/api-client/query-client'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import type { Muster, RollEntry } from '@gatehouse/validation/endpoints/musters'
import { type Mark, type MarkState, noMarks, readMarks, uniteMarks } from '@gatehouse/validation/muster'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { MusterScreen } from '../src/features/board/muster/muster-screen.tsx'
import { MusterWall } from '../src/features/board/muster/muster-wall.tsx'
import type { MusterSession, MusterView } from '../src/features/board/muster/muster-session.ts'
import type { KeptMuster, PendingMark } from '../src/features/board/muster/storage.ts'

export const site: BoardSite = {
  id: 'site',
  name: 'Hall',
  timeZone: 'UTC',
  offline_users: false,
  client_name: null,
  can_start_muster: true,
}

export const muster: Muster = {
  id: 'muster',
  site_id: site.id,
  site_name: site.name,
  time_zone: site.timeZone,
  drill: true,
  started_at: '2026-11-20T23:30:00.000Z',
  started_by: 'Tomasz Wierzbicki',
  became_real_at: null,
  ended_at: null,
  ended_by: null,
  forgotten: false,
  safe: null,
  missing: null,
  total: null,
}

export const entryOf = (id: string, more: Partial<RollEntry> = {}): RollEntry => ({
  id,
  kind: 'visitor',
  first_name: 'Ana',
  last_name: id,
  role: null,
  employee_number: null,
  tel: null,
  tel_masked: false,
  phone_extension: null,
  has_photo: false,
  dependents: 0,
  signed_in_at: '2026-11-20T20:00:00.000Z',
  left_at: null,
  had_left: false,
  left_by_other_phone: false,
  ...more,
})

export const markOf = (personId: string, state: MarkState): Mark => ({
  id: `${state} ${personId}`,
  person_id: personId,
  state,
  at: '2026-11-20T23:40:00.000Z',
  by: 'warden',
  targets: [],
  point_id: null,
  text: '',
  received_at: '2026-11-20T23:40:00.000Z',
  is_flagged: false,
})

/** A mark that the server has rejected. */
export const refusedOf = (mark: Mark, refusedAs: string): PendingMark => ({
  id: mark.id,
  siteId: site.id,
  siteName: site.name,
  timeZone: site.timeZone,
  musterId: muster.id,
  token: null,
  name: 'Ana Silva',
  mark,
  refusedAs,
})

interface Shown {
  roll: RollEntry[]
  marks?: Mark[]
  current?: Partial<KeptMuster>
  view?: Partial<MusterView>
  session?: Partial<MusterSession>
}

export const asBoardPart = (part: ReactNode) => (
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={queryClient}>
      <main style={{ padding: '0 16px', '--gutter': '16px' } as CSSProperties}>{part}</main>
    </QueryClientProvider>
  </I18nProvider>
)

/** Renders a part as the board does, with its texts and queries. */
export const renderBoardPart = (part: ReactNode) => render(asBoardPart(part))

/** Renders a running muster. @returns a function that shows a later state */
export async function renderMuster(shown: Shown): Promise<{ show: (later: Shown) => Promise<void> }> {
  queryClient.setQueryData(['session'], { config: { region: 'AU' } })
  const { rerender } = await renderBoardPart(musterPart(shown))
  return { show: (later) => rerender(asBoardPart(musterPart(later))) }
}

/** Renders a muster in wall mode. */
export function renderWall(shown: Shown, { isOver = false, timeZone = site.timeZone } = {}) {
  const { session, current } = fakeSession(shown)
  return renderBoardPart(
    <MusterWall
      site={{ ...site, timeZone }}
      session={session}
      current={current}
      isOver={isOver}
      onLeave={() => {}}
    />,
  )
}

function musterPart(shown: Shown) {
  const { session, current } = fakeSession(shown)
  return <MusterScreen site={site} session={session} current={current} />
}

export function fakeSession({ roll, marks = [], current = {}, view = {}, session = {} }: Shown) {
  const kept: KeptMuster = {
    siteId: site.id,
    muster,
    isLocal: false,
    version: 1,
    roll,
    marks,
    points: [],
    wardens: [{ id: 'warden', name: 'Tomasz Wierzbicki' }],
    can_mark: true,
    hand_in_token: null,
    ...current,
  }
  const all = uniteMarks(noMarks, marks)
  const shown: MusterView = {
    current: kept,
    marks: all,
    people: readMarks(all),
    canStart: true,
    lost: undefined,
    pending: 0,
    storage: 'fine',
    heardAt: Date.now(),
    isOffline: false,
    refused: [],
    waiting: [],
    isStartRefused: false,
    elsewhere: undefined,
    ...view,
  }
  const fake = { siteId: site.id, get: () => shown, subscribe: () => () => {}, ...session }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a test does not give is not called
  return { session: fake as unknown as MusterSession, current: kept }
}
