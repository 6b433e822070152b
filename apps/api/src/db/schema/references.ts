import { getTableName } from 'drizzle-orm'
import { type AnyPgColumn, foreignKey, primaryKey } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'

/** The primary key of a table. */
export const key = (...columns: [AnyPgColumn, ...AnyPgColumn[]]) =>
  primaryKey({ name: `${getTableName(columns[0].table)}_pkey`, columns })

/** The foreign key from a row to its client. */
export const ofClient = ({ clientId }: { clientId: AnyPgColumn }) =>
  foreignKey({ name: foreignKeyName(clientId), columns: [clientId], foreignColumns: [clients.id] })

/**
 * A foreign key to a row of the same client.
 * @param columns the client, and the id of the other row
 * @param role the relation, where the column's name does not say it
 */
export const reference = (
  columns: [clientId: AnyPgColumn, id: AnyPgColumn],
  target: { clientId: AnyPgColumn; id: AnyPgColumn },
  role?: string,
) =>
  foreignKey({
    name: foreignKeyName(columns[1], role),
    columns,
    foreignColumns: [target.clientId, target.id],
  })

const foreignKeyName = ({ table, name }: AnyPgColumn, role = name.replace(/_id$/, '')) =>
  `${getTableName(table)}_${role}_fkey`
