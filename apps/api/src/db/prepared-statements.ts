import type { Sql, TransactionSql } from 'postgres'

type Runner = Pick<Sql, 'unsafe'>

/**
 * A driver for drizzle's sessions that prepares what is worth it, which drizzle by itself never does; `before` is called ahead of
 * each query and may throw. It has the one method that a session calls.
 */
export function withPreparedStatements(sql: Runner, before: () => void = () => {}): Sql & TransactionSql {
  const runner: Runner = {
    unsafe: (query, parameters = []) => {
      before()
      return sql.unsafe(query, parameters, { prepare: isWorthPreparing(query, parameters) })
    },
  }
  return runner as Sql & TransactionSql
}

/** A connection keeps each prepared text for its life, so long texts, whose length mostly hangs on the data, are not prepared. */
export function isWorthPreparing(query: string, parameters: readonly unknown[]): boolean {
  return parameters.length > 0 && parameters.length <= 64 && query.length <= 4096
}
