import { listEndpoint } from '@gatehouse/validation/list-endpoint'
import * as v from 'valibot'
import type { BulkAnswer, BulkRequest } from '../../lib/list/list-declaration.ts'

const Person = v.object({
  id: v.string(),
  name: v.string(),
  site: v.string(),
  dependents: v.number(),
  state: v.picklist(['on_site', 'overdue']),
})
export type SamplePerson = v.InferOutput<typeof Person>

/** A list that no server has: its rows stand in this file. */
export const samplePeopleEndpoint = listEndpoint({
  path: '/example',
  summary: 'Sample data of the gallery.',
  access: 'staff',
  item: Person,
  sort: ['name', 'dependents'],
  defaultSort: 'name',
  filters: { state: v.optional(v.picklist(['on_site', 'overdue'])) },
})

const firstNames = ['Amelia', 'Hēmi', 'Søren', 'Zoë', 'Thị Hoa', 'Omar', 'Łukasz', 'Giulia']
const lastNames = ['Álvarez', 'Taylor', 'Papadopoulos-Featherstonehaugh', 'Nguyễn', 'Okonkwo', 'Øyvind']
const sites = ['Harbour Gallery', 'Lamplight Hall', 'Saltpan Theatre']
const SAMPLES = 48

/** Rows in memory, served like those of the API: sorted, filtered, in pages. */
export function createSamplePeople() {
  const all = Array.from({ length: SAMPLES }, (_, at): SamplePerson => {
    const name = `${firstNames[at % firstNames.length]} ${lastNames[Math.floor(at / firstNames.length)]}`
    return {
      id: String(at),
      name,
      site: sites[Math.floor(at / 3) % sites.length] ?? '',
      dependents: at % 5 === 3 ? 2 : 0,
      state: at % 7 === 2 ? 'overdue' : 'on_site',
    }
  })
  let current = all

  const matching = (filters: Record<string, string | undefined>) =>
    current.filter(
      ({ name, state }) =>
        name.toLowerCase().includes((filters['search'] ?? '').toLowerCase()) &&
        (filters['state'] === undefined || filters['state'] === state),
    )

  return {
    load(query: Record<string, string | undefined>) {
      const [field, direction] = (query['sort'] ?? 'name asc').split(' ')
      const sign = direction === 'desc' ? -1 : 1
      const rows = matching(query).sort((one, other) =>
        field === 'dependents'
          ? sign * (one.dependents - other.dependents)
          : sign * one.name.localeCompare(other.name),
      )
      const perPage = Number(query['per_page'])
      const start = (Number(query['page']) - 1) * perPage
      return Promise.resolve({ items: rows.slice(start, start + perPage), total: rows.length })
    },
    /** Takes people off the list. Overdue ones stay, so that blocked rows can be seen. */
    remove(request: BulkRequest): Promise<BulkAnswer> {
      const chosen =
        'ids' in request ? current.filter(({ id }) => request.ids.includes(id)) : matching(request.matching)
      const removed = new Set(chosen.filter(({ state }) => state !== 'overdue'))
      const blocked = chosen.filter((person) => !removed.has(person))
      current = current.filter((person) => !removed.has(person))
      return Promise.resolve({
        done: removed.size,
        blocked: blocked.map(({ id }) => ({ id, code: 'forbidden', message: 'Forbidden' })),
        takeBack: () => {
          current = all
          return Promise.resolve({ done: removed.size, blocked: [] })
        },
      })
    },
  }
}
