import { serverLimits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import { isOneOf, json } from '../../db/sql-values.ts'
import { type Lifecycle, retain } from '../../db/lifecycle.ts'
import { mentions, type PersonRecords } from '../../db/person-records.ts'
import { notificationRepeats, notifications } from '../../db/schema/notifications.ts'
import { DAY_MS } from '../../lib/durations.ts'

const areOwn = ({ clientId, userIds }: PersonRecords): SQL =>
  sql`n.client_id = ${clientId} and ${isOneOf(sql`n.user_id`, userIds)}`

/** Notifications of other people that name the person or link to them. */
const nameThem = (person: PersonRecords): SQL => {
  const ids = [...person.userIds, ...person.visits.map(({ id }) => id)]
  const leadsTo = (field: string) => sql`n.values->>${field}::text in (
    select jsonb_array_elements_text(${json(ids)}))`
  return sql`n.client_id = ${person.clientId} and n.values <> '{}'
    and (${leadsTo('user')} or ${leadsTo('visit')} or ${mentions(sql`n.values::text`, person)})`
}

export const lifecycle = {
  expires: [
    {
      table: notifications,
      column: notifications.createdAt,
      keptMs: serverLimits.notificationDays * DAY_MS,
    },
    // Longer than any repeat limit.
    { table: notificationRepeats, column: notificationRepeats.toldAt, keptMs: 2 * DAY_MS },
  ],
  retention: [
    retain({
      class: 'contact',
      table: 'notifications',
      time: 'created_at',
      isUnordered: true,
      only: () => sql`t.values <> '{}'`,
      site: null,
      change: () => sql`values = '{}'`,
    }),
  ],
  person: [
    {
      kind: 'notifications',
      tables: ['notifications', 'notification_recipients', 'notification_repeats'],
      records: (person) => sql`
        select n.id::text as id, n.created_at as at,
          jsonb_build_object('kind', n.kind, 'values', n.values) as data
        from notifications n where (${areOwn(person)}) or (${nameThem(person)})
        union all
        select n.id::text, n.created_at, jsonb_build_object('events', n.events, 'channels', n.channels,
          'channels_by_event', n.channels_by_event)
        from notification_recipients n where ${areOwn(person)}`,
      async erase({ tx, person }) {
        await tx.execute(sql`delete from notifications n where ${areOwn(person)}`)
        await tx.execute(sql`delete from notification_repeats n where ${areOwn(person)}`)
        await tx.execute(sql`delete from notification_recipients n where ${areOwn(person)}`)
        await tx.execute(sql`update notifications n set values = '{}' where ${nameThem(person)}`)
      },
    },
  ],
} satisfies Lifecycle
