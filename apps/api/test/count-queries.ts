import type { Database } from '../src/db/client.ts'
import type { Driver } from '../src/db/lane.ts'

/** The database, with every statement that goes through it written down. */
export function countQueries(db: Database): { db: Database; statements: string[] } {
  const statements: string[] = []
  const noting = (sql: Driver): Driver =>
    new Proxy(sql, {
      get: (target, name) =>
        name === 'unsafe'
          ? (...call: Parameters<Driver['unsafe']>) => {
              statements.push(call[0])
              return target.unsafe(...call)
            }
          : Reflect.get(target, name),
    })
  const lend: Database['lend'] = (work, deadlineMs) =>
    db.lend((lane) => {
      const sql = noting(lane.sql)
      const noted = new Proxy(lane, {
        get: (target, name) => {
          if (name === 'sql') return sql
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return work(noted)
    }, deadlineMs)
  return { db: { lend, close: db.close }, statements }
}
