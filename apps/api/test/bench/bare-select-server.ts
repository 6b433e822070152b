/**
 * The baseline of reads: Fastify with the same driver. Each request selects one row by its primary
 * key, and does nothing else. Settings: DATABASE_URL, PORT.
 */
import fastify from 'fastify'
import postgres from 'postgres'

const { DATABASE_URL = '', PORT = '' } = process.env
const sql = postgres(DATABASE_URL, { max: 10, onnotice: () => {} })
const app = fastify()

app.get('/', async () => {
  const [row] = await sql`select id, name, at from bench_rows where id = ${1}`
  return row
})

await sql`create table if not exists bench_rows (id integer primary key, name text, at timestamptz)`
await sql`insert into bench_rows values (1, 'Boathouse', now()) on conflict do nothing`
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
