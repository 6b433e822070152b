import { type AnyPgColumn, foreignKey } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'

/** The rows of a table belong to a client. */
export const ofClient = (name: string, { clientId }: { clientId: AnyPgColumn }) =>
  foreignKey({ name, columns: [clientId], foreignColumns: [clients.id] })

/** A row refers to one of the same client. @param columns the client, and the id of the other row */
export const reference = (
  name: string,
  columns: [clientId: AnyPgColumn, id: AnyPgColumn],
  target: { clientId: AnyPgColumn; id: AnyPgColumn },
) => foreignKey({ name, columns, foreignColumns: [target.clientId, target.id] })
