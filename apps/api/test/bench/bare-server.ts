/**
 * The baseline of the check-in: Fastify with the same driver. Each request writes three rows in one
 * transaction, and does nothing else. Its empty page is the baseline of the board. Settings:
 * DATABASE_URL, PORT.
 */
import fastify from 'fastify'
import postgres from 'postgres'

const { DATABASE_URL = '', PORT = '' } = process.env
const sql = postgres(DATABASE_URL, { max: 10, onnotice: () => {} })
const app = fastify()

interface Visitor {
  firstName: string
  lastName: string
  mobile: string
}

app.get('/', async () => '')
app.post<{ Body: Visitor }>('/', async ({ body }) => {
  const { firstName, lastName, mobile } = body
  const id = crypto.randomUUID()
  const at = new Date()
  await sql.begin((tx) => [
    tx`insert into bench_visits (id, first_name, last_name, mobile, at) values (${id}, ${firstName}, ${lastName}, ${mobile}, ${at})`,
    tx`insert into bench_presence (id, first_name, last_name, mobile, at) values (${id}, ${firstName}, ${lastName}, ${mobile}, ${at})`,
    tx`insert into bench_events (id, subject, at) values (${id}, ${'site'}, ${at})`,
  ])
  return { id, at }
})

await sql`create table if not exists bench_visits (id uuid primary key, first_name text, last_name text, mobile text, at timestamptz)`
await sql`create table if not exists bench_presence (id uuid primary key, first_name text, last_name text, mobile text, at timestamptz)`
await sql`create table if not exists bench_events (id uuid primary key, subject text, at timestamptz)`
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
