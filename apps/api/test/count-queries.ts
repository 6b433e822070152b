import type { Database } from '../src/db/client.ts'
import type { Driver } from '../src/db/connection.ts'

/** The statement that opens a transaction contains the client's id. */
const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

/** Wraps a database so that it records every statement. */
export function countQueries(db: Database): { db: Database; statements: string[] } {
  const statements: string[] = []
  const noting = (sql: Driver): Driver =>
    new Proxy(sql, {
      get: (target, name) =>
        name === 'unsafe'
          ? (...call: Parameters<Driver['unsafe']>) => {
              statements.push(call[0].replaceAll(uuid, '<id>'))
              return target.unsafe(...call)
            }
          : Reflect.get(target, name),
    })
  const withConnection: Database['withConnection'] = (work, use) =>
    db.withConnection((connection) => {
      const sql = noting(connection.sql)
      const noted = new Proxy(connection, {
        get: (target, name) => {
          if (name === 'sql') return sql
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return work(noted)
    }, use)
  return { db: { withConnection, close: db.close }, statements }
}
