import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { getRollReportEndpoint, OnRoll } from '@gatehouse/validation/endpoints/reports'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import type { VisitEnding } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import { toLocalTime } from '../../lib/zoned-time.ts'
import { canReadMobilesOfHistory, type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { momentOfRoll } from './period.ts'
import { joinAccount, type Report, shownName, staysWithin } from './report.ts'
import { instant, millisOf } from '../../db/sql-values.ts'

type Query = EndpointInput<typeof getRollReportEndpoint>['query']

export type RollRow = {
  id: string
  name: string
  kind: 'user' | 'visitor'
  role_name: string
  mobile: string
  can_read_mobile: MobilesReadable
  region: string
  dependents: number
  came: number
  left_at: number | null
  ended_as: VisitEnding | null
  /** Of all rows. */
  heads: number
}

/** Who was on a site at a moment in the past, as it is known now: corrections of departures count. */
export const roll: Report<Query, RollRow> = {
  name: 'roll',
  async ask(tx, asking, query) {
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
        fetch: (rows) => tx.execute<RollRow>(rows),
      },
      extra: undefined,
    }
  },
  columns: ['name', 'kind', 'role', 'mobile', 'dependents', 'signed_in', 'left', 'time_zone', 'state'],
  toValues(row, timeZone) {
    const { mobile, mobile_masked: isMasked, ...person } = toOnRoll(row)
    const local = (moment: number) => toLocalTime(new Date(moment), timeZone).replace('T', ' ')
    return {
      name: person.name,
      kind: person.kind,
      role: person.role,
      // A number that begins with a plus would be taken for a formula.
      mobile: mobile === null || isMasked ? mobile : toWrittenNumber(mobile, row.region),
      dependents: person.dependents,
      signed_in: local(row.came),
      left: row.left_at === null ? null : local(row.left_at),
      time_zone: timeZone,
      state: person.state,
    }
  },
}

const states = {
  checked_out: 'left',
  by_staff: 'left',
  superseded: 'signed_in_again',
  assumed_left: 'unknown',
} as const satisfies Record<VisitEnding, OnRoll['state']>

export function toOnRoll(row: RollRow): OnRoll {
  const { mobile, isMasked } = showMobile(row.mobile, row.can_read_mobile)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    role: row.role_name === '' ? null : row.role_name,
    mobile,
    mobile_masked: isMasked,
    dependents: row.dependents,
    signed_in_at: new Date(row.came).toISOString(),
    left_at: row.left_at === null ? null : new Date(row.left_at).toISOString(),
    state: row.ended_as === null ? 'on_site' : states[row.ended_as],
  }
}
