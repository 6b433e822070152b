import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { OnRoll } from '@gatehouse/validation/endpoints/reports'
import type { VisitEnding } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import {
  canReadMobilesOfHistory,
  type MobilesReadable,
  showMobile,
  writeMobile,
} from '../people/mobile-visibility.ts'
import { momentOfRoll } from './period.ts'
import { joinAccount, type Report, shownName, staysWithin, writeLocalTime } from './report.ts'
import { instant, millisOf } from '../../db/sql-values.ts'

type Query = InputOf<'getRollReport'>['query']

type RollRow = Pick<OnRoll, 'id' | 'name' | 'kind' | 'dependents'> & {
  role_name: string
  mobile: string
  can_read_mobile: MobilesReadable
  region: string
  came: number
  left_at: number | null
  ended_as: VisitEnding | null
  /** Over all rows. */
  heads: number
}

/** The people on a site at a moment in the past, including later corrections of departures. */
export const roll: Report<Query, RollRow> = {
  name: 'roll',
  async ask(_, asking, query) {
    const { actor, clientId, now } = asking
    const moment = momentOfRoll(query.at, asking, now)
    const range = { from: moment, to: new Date(moment.getTime() + 1) }
    const statement = sql`
      with stay as (
        select distinct on (person_key) * from (${staysWithin(asking, range)}) as touching
        where coalesce(ended, 'infinity') > ${instant(moment)} order by person_key, came desc, id)
      select stay.id, ${shownName} as name, stay.last_name, stay.kind, stay.role_name, stay.mobile, stay.dependents, stay.ended_as, sites.region,
        ${canReadMobilesOfHistory(actor, sql`stay.ended_as is null`)} as can_read_mobile,
        ${millisOf(sql`stay.came`)} as came, ${millisOf(sql`stay.signed_out_at`)} as left_at,
        (sum(1 + stay.dependents) over ())::int as heads
      from stay join sites on sites.client_id = ${clientId} and sites.id = stay.site_id ${joinAccount(clientId)}`
    return {
      range,
      rows: {
        statement,
        order: sql`last_name collate gatehouse_names, name collate gatehouse_names, id`,
      },
      extra: undefined,
    }
  },
  columns: {
    name: (row) => row.name,
    kind: (row) => row.kind,
    role: (row) => row.role_name,
    mobile: (row) => writeMobile(row.mobile, row.can_read_mobile, row.region),
    dependents: (row) => row.dependents,
    signed_in: (row, timeZone) => writeLocalTime(row.came, timeZone),
    left: (row, timeZone) => (row.left_at === null ? null : writeLocalTime(row.left_at, timeZone)),
    time_zone: (_, timeZone) => timeZone,
    state: (row) => stateOf(row),
  },
}

const states = {
  checked_out: 'left',
  by_staff: 'left',
  superseded: 'signed_in_again',
  assumed_left: 'unknown',
} as const satisfies Record<VisitEnding, OnRoll['state']>

const stateOf = ({ ended_as: endedAs }: RollRow): OnRoll['state'] =>
  endedAs === null ? 'on_site' : states[endedAs]

export const toOnRoll = (row: RollRow): OnRoll => ({
  ...row,
  ...showMobile(row.mobile, row.can_read_mobile),
  role: row.role_name || null,
  signed_in_at: new Date(row.came).toISOString(),
  left_at: row.left_at === null ? null : new Date(row.left_at).toISOString(),
  state: stateOf(row),
})
