import postgres from 'postgres'

/**
 * Postpones retention for a day. In a database filled a while ago much is overdue, and its removal
 * would distort a measurement.
 */
export async function putOffRetention(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 })
  try {
    await sql`
      insert into retention_schedules (client_id, next_run_at) select id, now() + interval '1 day' from clients
      on conflict (client_id) do update set next_run_at = excluded.next_run_at`
  } finally {
    await sql.end()
  }
}
