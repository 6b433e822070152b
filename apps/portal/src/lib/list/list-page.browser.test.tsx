import { bulkEndpoint, listEndpoint } from '@gatehouse/validation/list-endpoint'
import { queryClient } from '@gatehouse/api-client/query-client'
import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { Modal } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { msg, plural } from '@lingui/core/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users-export'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi, type StubApi, type StubRequest } from '../../../test/stub-api.ts'
import { api } from '../api.ts'
import { Question } from '../forms/question.tsx'
import { useOpenWindow } from '../open-window.ts'
import { BulkQuestion } from './bulk-question.tsx'
import type { BulkQuestionProps, ListDeclaration } from './list-declaration.ts'
import { ListPage } from './list-page.tsx'

const Person = v.object({ id: v.string(), name: v.string(), client_name: v.string(), visits: v.number() })

const peopleEndpoint = listEndpoint({
  path: '/test/people',
  summary: 'People of this test.',
  access: 'staff',
  item: Person,
  sort: ['name', 'visits'],
  defaultSort: 'name',
  filters: { state: v.optional(v.picklist(['on_site', 'overdue'])) },
})
const bulkPeopleEndpoint = bulkEndpoint(peopleEndpoint, {
  summary: 'Changes people.',
  actions: ['archive', 'rename', 'hide', 'show', 'retire'],
})
const restorePeopleEndpoint = bulkEndpoint(
  { ...peopleEndpoint, path: '/test/archive' },
  { summary: 'Takes a change back.', actions: ['archive', 'rename'] },
)

const people: ListDeclaration<typeof peopleEndpoint> = {
  endpoint: peopleEndpoint,
  title: msg`People`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      sort: 'name',
      value: ({ name }) => name,
      onPhone: 'title',
    },
    { id: 'visits', header: msg`Visits`, sort: 'visits', sortKind: 'number', cell: ({ visits }) => visits },
  ],
  filters: [
    {
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'on_site', label: msg`On site` },
        { value: 'overdue', label: msg`Overdue` },
      ],
    },
  ],
  search: { label: msg`Search people`, placeholder: msg`Search people` },
  empty: {
    title: msg`No one is on site`,
    text: msg`Visitors and staff appear here when they sign in.`,
  },
  noMatch: { title: msg`No one on site matches`, text: msg`Try another name, or fewer filters.` },
  drawer: 'columns',
  bulk: {
    things: (count) => msg`${plural(count, { one: '# person', other: '# people' })}`,
    actions: [
      {
        id: 'archive',
        label: msg`Delete`,
        done: (count) =>
          msg`${plural(count, { one: '# person was deleted', other: '# people were deleted' })}`,
      },
      {
        id: 'rename',
        label: { id: 'Rename' },
        done: (count) => ({ id: `Renamed: ${count}` }),
        isFor: ({ visits }) => visits > 0,
      },
      { id: 'hide', label: { id: 'Hide' }, done: (count) => ({ id: `Hidden: ${count}` }) },
      {
        id: 'retire',
        label: { id: 'Retire' },
        done: (count) => ({ id: `Retired: ${count}` }),
        isDanger: true,
        effect: (count) => ({ id: `${count} will lose their badge.` }),
        isFor: ({ visits }) => visits > 0,
      },
      { id: 'show', label: { id: 'Show' }, done: (count) => ({ id: `Shown: ${count}` }) },
    ],
    inverse: { hide: 'show', show: 'hide' },
    run: async (request) => {
      const result = await api.call(bulkPeopleEndpoint, { body: request as never })
      const takeBack = async () => {
        const body = { action: request.action, ids: Object.keys(result.undo ?? {}) } as never
        return api.call(restorePeopleEndpoint, { body })
      }
      return { ...result, ...(result.undo && { takeBack }) }
    },
  },
}

function People() {
  return <ListPage list={people} />
}

const TOTAL = 45
const PER_PAGE = 30
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
/** The server's response about changed rows. */
const left = (...places: number[]) =>
  Object.fromEntries(places.map((at) => [idOf(at), { last_modified: `as left ${at}` }]))
const nameOf = (at: number) => `Person ${String(at).padStart(2, '0')}`
const allRows = Array.from({ length: TOTAL }, (_, at) => ({
  id: idOf(at + 1),
  name: nameOf(at + 1),
  client_name: at < 3 ? 'Client A' : 'Client B',
  visits: at,
}))
let rows = allRows

/** The rows of a query, sorted, filtered and paged like on the server. */
function pageOf({ query }: StubRequest) {
  const found = rows.filter(
    ({ name, visits }) =>
      name.includes(query['search'] ?? '') && (query['state'] === undefined || visits % 10 === 0),
  )
  const [field, direction] = (query['sort'] ?? '').split(' ')
  const turn = direction === 'desc' ? -1 : 1
  found.sort((one, other) =>
    field === 'visits' ? turn * (one.visits - other.visits) : turn * one.name.localeCompare(other.name),
  )
  const from = (Number(query['page']) - 1) * Number(query['per_page'])
  return { items: found.slice(from, from + Number(query['per_page'])), total: found.length }
}

let server: StubApi
beforeEach(() => {
  rows = allRows
  server = stubApi()
  server.on(peopleEndpoint, pageOf)
})
const render = (url = '/page', person = {}) => renderPage({ Page: People, url, person })

const row = (at: number) => page.getByRole('rowheader', { name: nameOf(at) })
const title = (at: number) => page.getByRole('button', { name: nameOf(at), exact: true })
const tick = (at: number) => page.getByRole('checkbox', { name: `Select ${nameOf(at)}` })
const search = page.getByRole('searchbox', { name: 'Search people' })
const state = page.getByRole('combobox', { name: 'State' })
const selected = page.getByText(/^\d+ selected$/)

describe('the URL of a list', () => {
  test('holds the search, the filters, the order and the page, which the server gets', async () => {
    const { url } = await render()
    await expect.element(row(1)).toBeVisible()
    expect(url()).toBe('/page')

    await search.fill('Person 1')
    await expect.element(row(2)).not.toBeInTheDocument()
    expect(url()).toBe('/page?search=Person+1')
    await search.clear()
    await expect.element(row(2)).toBeVisible()

    await state.selectOptions('Overdue')
    await expect.element(row(2)).not.toBeInTheDocument()
    expect(url()).toBe('/page?state=overdue')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(row(2)).toBeVisible()
    expect(url()).toBe('/page')

    const visits = page.getByRole('columnheader', { name: 'Visits' })
    await visits.getByRole('button').click()
    await expect.element(visits).toHaveAttribute('aria-sort', 'ascending')
    await visits.getByRole('button').click()
    await expect.element(visits).toHaveAttribute('aria-sort', 'descending')
    await expect.element(row(TOTAL)).toBeVisible()
    expect(url()).toBe('/page?sort=visits+desc')

    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByText('31–45 of 45')).toBeVisible()
    expect(url()).toBe('/page?sort=visits+desc&page=2')
    expect(server.requests.at(-1)?.query).toEqual({ page: '2', per_page: '30', sort: 'visits desc' })
  })

  test('says what is shown when it is opened, and Back shows what was there before', async () => {
    const { url, back } = await render('/page?state=overdue&sort=name%20desc')
    await expect.element(row(41)).toBeVisible()
    await expect.element(state).toHaveValue('overdue')
    expect(server.requests[0]?.query).toEqual({
      page: '1',
      per_page: '30',
      sort: 'name desc',
      state: 'overdue',
    })

    await state.selectOptions('All')
    await expect.element(row(40)).toBeVisible()
    expect(url()).toBe('/page?sort=name+desc')
    back()
    await expect.element(state).toHaveValue('overdue')
    await expect.element(row(40)).not.toBeInTheDocument()
  })

  test('of a page that no longer exists becomes that of the last page', async () => {
    const { url } = await render('/page?page=9')
    await expect.element(row(TOTAL)).toBeVisible()
    expect(url()).toBe('/page?page=2')
  })
})

test('the rows before stay, dimmed, while the next ones are on their way', async () => {
  await render()
  await expect.element(row(1)).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.on(peopleEndpoint, async (request) => {
    await held
    return pageOf(request)
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('Loading…')).toBeVisible()
  await expect.element(row(1)).toBeVisible()
  const content = row(1).element().closest('[aria-busy]')
  expect(content?.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => Number(getComputedStyle(content!.firstElementChild!).opacity)).toBeLessThan(1)
  release()
  await expect.element(row(31)).toBeVisible()
  await expect.element(row(1)).not.toBeInTheDocument()
  expect(row(31).element().closest('[aria-busy]')).toBeNull()
})

test('a server that is busy is asked again, and the rows before stay meanwhile', async () => {
  await render()
  await expect.element(row(1)).toBeVisible()
  let asked = 0
  server.on(peopleEndpoint, (request) => {
    asked += 1
    if (asked === 1) throw new StubApiError('unavailable')
    return pageOf(request)
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => asked).toBe(1)
  await expect.element(row(1)).toBeVisible()
  await expect.element(row(31), { timeout: 10_000 }).toBeVisible()
  expect(asked).toBe(2)
})

describe('a list without rows', () => {
  const heading = (name: string) => page.getByRole('heading', { name })

  test('that has none yet says so', async () => {
    server.on(peopleEndpoint, () => ({ items: [], total: 0 }))
    await render()
    await expect.element(heading('No one is on site')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
  })

  test('whose filters match nothing offers to clear them', async () => {
    const { url } = await render('/page?search=nobody&sort=visits%20desc')
    await expect.element(heading('No one on site matches')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
    await expect.element(row(TOTAL)).toBeVisible()
    expect(url()).toBe('/page?sort=visits+desc')
    await expect.element(search).toHaveValue('')
    await expect.poll(() => document.activeElement !== document.body).toBe(true)
  })

  test('that could not be loaded says why and tries again', async () => {
    server.on(peopleEndpoint, () => {
      throw new StubApiError('bad_request')
    })
    await render()
    await expect.element(heading('The list could not be loaded')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/The request could not be understood/)
    server.on(peopleEndpoint, pageOf)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(row(1)).toBeVisible()
    await expect.poll(() => document.activeElement !== document.body).toBe(true)
  })

  test('that the person may not see says so and does not offer to try again', async () => {
    server.on(peopleEndpoint, () => {
      throw new StubApiError('forbidden')
    })
    await render()
    await expect.element(heading('You don’t have access')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })
})

describe('ticks', () => {
  test('with Shift reach from the row ticked last to this one, by pointer', async () => {
    await render()
    await tick(2).click()
    await expect.element(selected).toHaveTextContent('1 selected')
    await tick(5).click({ modifiers: ['Shift'] })
    await expect.element(selected).toHaveTextContent('4 selected')
    await expect.element(tick(3)).toBeChecked()
    await expect.element(tick(6)).not.toBeChecked()
  })

  test('are set by the keyboard, with Shift up to this row, and the title of the row is the next stop', async () => {
    await render()
    await expect.element(tick(1)).toBeVisible()
    ;(tick(1).element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(selected).toHaveTextContent('1 selected')
    await expect.element(tick(1)).toBeChecked()
    await userEvent.keyboard('{Tab}')
    await expect.element(title(1)).toHaveFocus()
    ;(tick(4).element() as HTMLElement).focus()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.element(selected).toHaveTextContent('4 selected')
    await expect.element(tick(3)).toBeChecked()
    await expect.element(tick(5)).not.toBeChecked()
  })

  test('with Shift reach over several rows by the keyboard too', async () => {
    await render()
    await expect.element(tick(1)).toBeVisible()
    ;(tick(1).element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    ;(tick(3).element() as HTMLElement).focus()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.element(selected).toHaveTextContent('3 selected')
  })

  test('of a page go with the page', async () => {
    await render()
    await tick(1).click()
    await expect.element(selected).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(row(31)).toBeVisible()
    await expect.element(selected).not.toBeInTheDocument()
  })
})

test.each([
  [
    'client has to be chosen first',
    { addLabel: 'New person' },
    { site_admin: true },
    'Choose a client first',
  ],
  ['person may not add one', { cannotAdd: 'You may not add people' }, {}, 'You may not add people'],
])('the address of a new row says so where the %s', async (_, props, person, text) => {
  const { go } = await renderPage({
    Page: () => <ListPage list={people} {...props} />,
    url: '/page?edit=new',
    person,
  })
  await expect.element(page.getByRole('status').getByText(text)).toBeVisible()
  await go('/page')
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test('rows of all clients name their client, in the list, in the drawer and above what is done to several', async () => {
  await renderPage({ Page: People, person: { site_admin: true } })
  await expect.element(page.getByRole('row', { name: /Person 01 Client A/ })).toBeVisible()
  for (const at of [1, 5]) await tick(at).click()
  await expect.element(page.getByText('2 selected · Client A, Client B')).toBeVisible()
  await row(5)
    .getByRole('button', { name: nameOf(5) })
    .click()
  const drawer = page.getByRole('dialog', { name: nameOf(5) })
  await expect.element(drawer.getByText('Client B')).toBeVisible()
})

test('the window that an address names is drawn, that of a row by its id, and none that is not offered', async () => {
  const List = () => (
    <ListPage
      list={people}
      windows={{ import: false, new: () => <p>A new row</p>, row: (_, id) => <p>Row {id}</p> }}
    />
  )
  const { go } = await renderPage({ Page: List, url: '/page?edit=new' })
  await expect.element(page.getByText('A new row')).toBeVisible()
  await go('/page?edit=a1')
  await expect.element(page.getByText('Row a1')).toBeVisible()
  expect(page.getByText('A new row').elements()).toEqual([])
  await go('/page?edit=import')
  await expect.element(page.getByText('Row a1')).not.toBeInTheDocument()
  expect(page.getByText('Row import').elements()).toEqual([])
})

test('the window of the export is the only one that its address opens', async () => {
  const exported = {
    ...people,
    export: {
      endpoint: exportUsersEndpoint,
      title: msg`Export people`,
      name: 'people',
      exported: () => msg`Done`,
    },
  }
  await renderPage({
    Page: () => <ListPage list={exported} windows={{ row: (_, id) => <p>Row {id}</p> }} />,
    url: '/page?edit=export',
  })
  await expect.element(page.getByRole('dialog', { name: 'Export people' })).toBeVisible()
  expect(page.getByText('Row export').elements()).toEqual([])
})

test('where rows of all clients are listed, the page says to choose a client in place of the button that adds one', async () => {
  const List = () => <ListPage list={people} addLabel="New person" />
  const button = page.getByRole('button', { name: 'New person' })
  const hint = page.getByText('To add one, choose its client in the side bar.')
  await renderPage({ Page: List, person: { site_admin: true } })
  await expect.element(hint).toBeVisible()
  expect(button.elements()).toEqual([])
  await cleanup()
  await renderPage({ Page: List })
  await expect.element(button).toBeVisible()
  expect(hint.elements()).toEqual([])
})

test('where rows of all clients are listed, an action of one client is not offered, and a question names the clients', async () => {
  const bulk = people.bulk!
  const question = (props: BulkQuestionProps) => (
    <BulkQuestion {...props} text="Which name?" onConfirm={() => {}} />
  )
  const actions = bulk.actions.map((action) => ({
    ...action,
    ...(action.id === 'archive' && { isOfOneClient: true }),
    ...(action.id === 'rename' && { question }),
  }))
  const List = () => <ListPage list={{ ...people, bulk: { ...bulk, actions } }} />
  await renderPage({ Page: List, person: { site_admin: true } })
  for (const at of [1, 2, 5]) await tick(at).click()
  await page.getByRole('button', { name: 'Rename (2)' }).click()
  const asked = page.getByRole('dialog', { name: 'Rename' })
  await expect.element(asked).toMatchTextContent(/several clients: Client A, Client B/)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(page.getByRole('button', { name: 'Delete', exact: true }).elements()).toEqual([])
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: `Select all ${TOTAL} people` }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.element(asked).toMatchTextContent(/several clients: Client A, Client B/)
})

test('an action on ticked rows of several clients asks first, with their number and their clients', async () => {
  const bulk = people.bulk!
  const run = vi.fn(bulk.run)
  const List = () => <ListPage list={{ ...people, bulk: { ...bulk, run } }} />
  await renderPage({ Page: List, person: { site_admin: true } })
  for (const at of [1, 5]) await tick(at).click()
  await page.getByRole('button', { name: 'Hide' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Hide' })
  await expect.element(asked).toMatchTextContent(/2 people.*several clients: Client A, Client B/)
  expect(run).not.toHaveBeenCalled()
  await asked.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(() => run.mock.calls.length).toBe(1)
})

test('rows of one client do not name it', async () => {
  await renderPage({ Page: People })
  await expect.element(row(1)).toBeVisible()
  expect(page.getByText('Client A').elements()).toEqual([])
})

test('there are no ticks where no action is for a row of the page', async () => {
  const bulk = people.bulk!
  const List = ({ actions }: Pick<typeof bulk, 'actions'>) => (
    <ListPage list={{ ...people, bulk: { ...bulk, actions } }} />
  )
  const [archive] = bulk.actions
  const notOffered = { ...archive!, isOffered: () => false }
  const forNone = { ...archive!, isFor: () => false }
  await renderPage({ Page: () => <List actions={[notOffered, forNone]} /> })
  await expect.element(row(1)).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

describe('a bulk action', () => {
  const whole = page.getByRole('checkbox', { name: 'Select this page' })
  const all = page.getByRole('button', { name: `Select all ${TOTAL} people` })
  const act = page.getByRole('button', { name: 'Delete', exact: true })
  const undo = page.getByRole('button', { name: 'Undo' })
  const messages = page.getByRole('region', { name: 'Messages' })

  /** Messages outlive their page. */
  afterEach(async () => {
    const close = messages.getByRole('button', { name: 'Close' })
    for (const button of close.elements()) (button as HTMLElement).click()
    await expect.poll(() => close.elements().length).toBe(0)
  })

  test('of all matching rows names the filters, not the ids', async () => {
    server.on(bulkPeopleEndpoint, () => ({ done: TOTAL, blocked: [] }))
    await render('/page?search=Person')
    await whole.click()
    await expect.element(selected).toHaveTextContent(`${PER_PAGE} selected`)
    await all.click()
    await expect.element(selected).toHaveTextContent(`${TOTAL} selected`)
    await expect.element(tick(1)).toBeDisabled()
    await act.click()
    // It first asks with the number of rows.
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect.element(question.getByText(`Applies to all matches: ${TOTAL} people.`)).toBeVisible()
    expect(server.requestsOf(bulkPeopleEndpoint)).toEqual([])
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText(`${TOTAL} people were deleted`)).toBeVisible()
    expect(server.requestsOf(bulkPeopleEndpoint).map(({ body }) => body)).toEqual([
      { action: 'archive', matching: { search: 'Person' } },
    ])
  })

  test('that is dangerous says its consequence first, and Back closes the question', async () => {
    server.on(bulkPeopleEndpoint, () => ({ done: 2, blocked: [] }))
    const { url, go, back } = await render('/', { site_admin: true })
    await go('/page?search=Person')
    for (const at of [1, 3, 5]) await tick(at).click()
    const retire = page.getByRole('button', { name: /^Retire \(2\)/ })
    await retire.click()
    const question = page.getByRole('alertdialog', { name: 'Retire' })
    await expect.element(question.getByText('2 will lose their badge.')).toBeVisible()
    await expect
      .element(question.getByText('They belong to several clients: Client A, Client B.'))
      .toBeVisible()
    back()
    await expect.element(question).not.toBeInTheDocument()
    expect(url()).toBe('/page?search=Person')
    await expect.element(tick(5)).toBeChecked()
    expect(server.requestsOf(bulkPeopleEndpoint)).toEqual([])

    await retire.click()
    await question.getByRole('button', { name: 'Retire' }).click()
    await expect.element(page.getByText('Retired: 2')).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
  })

  test('of a whole page and no other page offers no more rows', async () => {
    await render('/page?state=overdue')
    await whole.click()
    await expect.element(selected).toHaveTextContent('5 selected')
    await expect.element(page.getByRole('button', { name: /matching row/ })).not.toBeInTheDocument()
  })

  test('names the blocked rows with their reason, has the focus, and can be undone', async () => {
    server.on(bulkPeopleEndpoint, () => ({
      done: 1,
      undo: left(1),
      blocked: [
        { id: idOf(2), code: 'conflict', message: 'Conflict.' },
        { id: idOf(3), code: 'unknown_here', message: 'Has a future booking.' },
      ],
    }))
    server.on(restorePeopleEndpoint, () => ({ done: 1, blocked: [] }))
    await render()
    for (const at of [1, 2, 3]) await tick(at).click()
    await act.click()
    const outcome = page.getByText('1 person was deleted')
    await expect.element(outcome).toBeVisible()
    await expect.element(page.getByText('Person 02: This is already in use.')).toBeVisible()
    await expect.element(page.getByText('Person 03: Has a future booking.')).toBeVisible()
    // Blocked rows stay ticked, so that they can be tried again.
    await expect.element(selected).toHaveTextContent('2 selected')
    await expect.element(tick(1)).not.toBeChecked()
    await expect.poll(() => document.activeElement?.contains(outcome.element())).toBe(true)
    await expect.element(page.getByRole('group', { name: '1 person was deleted' })).toHaveFocus()
    expect(server.requestsOf(bulkPeopleEndpoint)[0]?.body).toEqual({
      action: 'archive',
      ids: [1, 2, 3].map(idOf),
    })

    const loads = server.requestsOf(peopleEndpoint).length
    await undo.click()
    await expect.element(outcome).not.toBeInTheDocument()
    expect(server.requestsOf(restorePeopleEndpoint)).toHaveLength(1)
    await expect.poll(() => server.requestsOf(peopleEndpoint).length).toBeGreaterThan(loads)
    await expect.element(page.getByRole('heading', { name: 'People', level: 1 })).toHaveFocus()
    await expect.element(messages.getByText('Undone for 1 person')).toBeVisible()
  })

  test('is undone in the words of the action that takes it back, by the number that the undo answers', async () => {
    server.on(bulkPeopleEndpoint, () => ({ done: 2, blocked: [], undo: left(1, 2) }))
    await render()
    for (const at of [1, 2]) await tick(at).click()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await undo.click()
    await expect.element(messages.getByRole('alert').getByText('Hidden: 2')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'People', level: 1 })).toHaveFocus()
  })

  test('gives the focus to the title where the ticks are cleared', async () => {
    await render()
    await tick(1).click()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'People', level: 1 })).toHaveFocus()
  })

  test('is offered with the number of rows that it is for, and not where there is none', async () => {
    server.on(bulkPeopleEndpoint, () => ({ done: 1, blocked: [], unchanged: [idOf(3)], undo: left(2) }))
    let undone: unknown
    server.on(restorePeopleEndpoint, ({ body }) => {
      undone = body
      return { done: 1, blocked: [] }
    })
    await render()
    const rename = (count: string) => page.getByRole('button', { name: `Rename${count}`, exact: true })
    await tick(1).click()
    await expect.element(act).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Rename/ })).not.toBeInTheDocument()
    await tick(2).click()
    await expect.element(rename(' (1)')).toBeVisible()
    await tick(3).click()
    await expect.element(rename(' (2)')).toBeVisible()
    await tick(1).click()
    await rename('').click()
    // Unchanged rows are reported, and not undone.
    await expect.element(page.getByText('Renamed: 1')).toBeVisible()
    await expect.element(page.getByText('1 was already like this.')).toBeVisible()
    await undo.click()
    await expect.poll(() => undone).toEqual({ action: 'rename', ids: [idOf(2)] })
  })

  test('is undone where nobody has changed the rows since, and names the others', async () => {
    server.on(bulkPeopleEndpoint, ({ body }) => {
      const { action } = body as { action: string }
      return action === 'hide'
        ? { done: 2, blocked: [], undo: left(1, 2) }
        : { done: 1, blocked: [{ id: idOf(2), code: 'changed_meanwhile', message: 'Changed.' }] }
    })
    await render()
    for (const at of [1, 2]) await tick(at).click()
    await page.getByRole('button', { name: 'Hide' }).click()
    await undo.click()
    const outcome = page.getByRole('group', { name: 'Not undone: 1 person' })
    await expect.element(outcome).toHaveFocus()
    await expect.element(outcome.getByText('Person 02: This has been changed.')).toBeVisible()
    await expect.element(undo).not.toBeInTheDocument()
    await expect.element(messages.getByText('Shown: 1')).toBeVisible()
    expect(server.requestsOf(bulkPeopleEndpoint)[1]?.body).toEqual({
      action: 'show',
      ids: [1, 2].map(idOf),
      versions: { [idOf(1)]: 'as left 1', [idOf(2)]: 'as left 2' },
    })
    await outcome.getByRole('button', { name: 'Close' }).click()
    await expect.element(outcome).not.toBeInTheDocument()
  })

  test('without an inverse says which rows its undo left alone', async () => {
    server.on(bulkPeopleEndpoint, () => ({ done: 1, blocked: [], undo: left(2) }))
    server.on(restorePeopleEndpoint, () => ({
      done: 0,
      blocked: [{ id: idOf(2), code: 'method_retired', message: 'Retired.' }],
    }))
    await render()
    await tick(2).click()
    await act.click()
    await undo.click()
    const outcome = page.getByRole('group', { name: 'Not undone: 1 person' })
    await expect.element(outcome.getByText(/^Person 02: /)).toBeVisible()
  })

  describe('of all matching rows with an inverse', () => {
    const hideAll = async () => {
      await render()
      await whole.click()
      await all.click()
      await page.getByRole('button', { name: 'Hide' }).click()
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: 'Hide' })
        .click()
    }

    test('is undone by the ids that the server answers, in one call, which does not hold the page', async () => {
      const changed = Array.from({ length: 230 }, (_, at) => idOf(at))
      const last = Promise.withResolvers<void>()
      server.on(bulkPeopleEndpoint, async ({ body }) => {
        const { ids } = body as { ids?: string[] }
        if (!ids) return { done: changed.length, blocked: [], changed }
        await last.promise
        const blocked = [{ id: idOf(229), code: 'conflict', message: 'Conflict.' }]
        return { done: ids.length - blocked.length, blocked }
      })
      await hideAll()
      await expect.element(page.getByText('Hidden: 230')).toBeVisible()
      await undo.click()
      await expect.element(page.getByText(/^Undoing 230 people…/)).toBeVisible()
      const leaving = new Event('beforeunload', { cancelable: true })
      expect(window.dispatchEvent(leaving)).toBe(true)
      await expect.element(page.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
      last.resolve()
      await expect.element(page.getByText('Not undone: 1 person')).toBeVisible()
      await expect.element(page.getByText('Hidden: 230')).not.toBeInTheDocument()
      expect(server.requestsOf(bulkPeopleEndpoint).map(({ body }) => body)).toEqual([
        { action: 'hide', matching: {} },
        { action: 'show', ids: changed },
      ])
    })

    test('says where there are too many to be undone', async () => {
      server.on(bulkPeopleEndpoint, () => ({ done: 2001, blocked: [] }))
      await hideAll()
      await expect.element(page.getByText('Hidden: 2001')).toBeVisible()
      await expect.element(page.getByText('These are too many to undo here.')).toBeVisible()
      await expect.element(undo).not.toBeInTheDocument()
    })
  })

  test('that the server refuses leaves the ticks and says why', async () => {
    server.on(bulkPeopleEndpoint, () => {
      throw new StubApiError('forbidden')
    })
    await render()
    await tick(4).click()
    await act.click()
    await expect.element(page.getByText('You are not allowed to do this.')).toBeVisible()
    await expect.element(tick(4)).toBeChecked()
    await expect.element(undo).not.toBeInTheDocument()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
  })
})

describe('the drawer of a row', () => {
  const drawer = (at: number) => page.getByRole('dialog', { name: nameOf(at) })

  test('has a URL, and gives the focus back to the title of the row', async () => {
    const { url } = await render('/page?page=2')
    await title(33).click()
    await expect.element(drawer(33)).toBeVisible()
    expect(url()).toBe(`/page?page=2&row=${idOf(33)}`)
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer(33)).not.toBeInTheDocument()
    await expect.poll(url).toBe('/page?page=2')
    await expect.element(title(33)).toHaveFocus()
  })

  test('opens from its URL, and closing it stays on the list', async () => {
    const { url } = await render(`/page?row=${idOf(7)}`)
    await expect.element(drawer(7)).toBeVisible()
    await drawer(7).getByRole('button', { name: 'Close' }).click()
    await expect.element(drawer(7)).not.toBeInTheDocument()
    expect(url()).toBe('/page')
    await expect.element(row(7)).toBeVisible()
  })

  test('says so where the row is not on the page, and leads to the list', async () => {
    const { url } = await render(`/page?search=Person&row=${idOf(44)}`)
    const missing = page.getByRole('dialog', { name: 'People' })
    await expect.element(missing).toMatchTextContent(/isn’t on this page of the list/)
    await missing.getByRole('link', { name: 'Show the whole list' }).click()
    await expect.element(missing).not.toBeInTheDocument()
    await expect.poll(url).toBe('/page')
  })
})

describe('the footer of a drawer', () => {
  const drawer = (at: number) => page.getByRole('dialog', { name: nameOf(at) })

  /** A list whose rows can be edited at a URL, and deleted after a question. */
  function Actions() {
    const openWindow = useOpenWindow()
    const [deleted, setDeleted] = useState<string>()
    const remove = (id: string) => {
      rows = rows.filter((one) => one.id !== id)
      return queryClient.invalidateQueries({ queryKey: [peopleEndpoint.path] })
    }
    return (
      <>
        <ListPage
          list={people}
          rowActions={({ id, name }) => (
            <Menu trigger="…" triggerLabel={`Actions for ${name}`}>
              <MenuItem inFooter="main" onAction={() => openWindow({ edit: id })}>
                Edit
              </MenuItem>
              <MenuItem inFooter="other" onAction={() => void remove(id)}>
                Check out
              </MenuItem>
              <MenuItem onAction={() => setDeleted(id)}>Delete row</MenuItem>
            </Menu>
          )}
          windows={{
            row: (close) => (
              <Modal isOpen title="Edit person" onClose={close}>
                <Button onClick={close}>Save</Button>
              </Modal>
            ),
          }}
        />
        {deleted !== undefined && (
          <Question
            title="Delete the person?"
            confirmLabel="Yes, delete"
            act={() => remove(deleted)}
            onDone={() => setDeleted(undefined)}
            onClose={() => setDeleted(undefined)}
          >
            It is gone then.
          </Question>
        )}
      </>
    )
  }
  const renderActions = (url = '/page') => renderPage({ Page: Actions, url })

  test('opens the window of an action above the drawer, and gives the focus back to its button', async () => {
    const { url } = await renderActions()
    await title(3).click()
    await drawer(3).getByRole('button', { name: 'Edit' }).click()
    const window = page.getByRole('dialog', { name: 'Edit person' })
    await expect.element(window).toBeVisible()
    expect(url()).toBe(`/page?row=${idOf(3)}&edit=${idOf(3)}`)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect.element(window).not.toBeInTheDocument()
    await expect.poll(url).toBe(`/page?row=${idOf(3)}`)
    await expect.element(drawer(3).getByRole('button', { name: 'Edit' })).toHaveFocus()
    // The row below does not take it later.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect.element(drawer(3).getByRole('button', { name: 'Edit' })).toHaveFocus()
  })

  test('a URL of both opens the window, and the drawer once that is closed', async () => {
    const { url } = await renderActions(`/page?row=${idOf(3)}&edit=${idOf(3)}`)
    const window = page.getByRole('dialog', { name: 'Edit person' })
    await expect.element(window).toBeVisible()
    expect(drawer(3).elements()).toEqual([])
    await window.getByRole('button', { name: 'Save' }).click()
    await expect.element(drawer(3)).toBeVisible()
    expect(url()).toBe(`/page?row=${idOf(3)}`)
  })

  test('an action that removes the row closes the drawer, one step back in the history', async () => {
    const { url } = await renderActions()
    await title(4).click()
    await drawer(4).getByRole('button', { name: 'Check out' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(row(4)).not.toBeInTheDocument()
    await expect.poll(url).toBe('/page')
    await expect.element(title(5)).toHaveFocus()
  })

  test('so does one of its menu with a question, which stays until it is answered', async () => {
    const { url } = await renderActions()
    await title(4).click()
    await drawer(4)
      .getByRole('button', { name: `Actions for ${nameOf(4)}` })
      .click()
    await page.getByRole('menuitem', { name: 'Delete row' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the person?' })
    await question.getByRole('button', { name: 'Yes, delete' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(url).toBe('/page')
    await expect.element(row(5)).toBeVisible()
  })

  test('a row that another person removes leaves the drawer open, with the reason', async () => {
    await renderActions()
    await title(4).click()
    await expect.element(drawer(4)).toBeVisible()
    rows = rows.filter(({ id }) => id !== idOf(4))
    await queryClient.invalidateQueries({ queryKey: [peopleEndpoint.path] })
    const missing = page.getByRole('dialog', { name: 'People' })
    await expect.element(missing).toMatchTextContent(/isn’t on this page of the list/)
    expect(missing.getByRole('button', { name: 'Check out' }).elements()).toEqual([])
  })
})

describe('a saved view', () => {
  test('stays when another window has saved one meanwhile', async () => {
    await render('/page')
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const key = 'gatehouse.list.test.people'
    const place = () => Object.keys(localStorage).find((name) => name.startsWith(key)) ?? ''
    const save = async (name: string) => {
      await page.getByLabelText('Name of the view').fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
    }
    await save('First')
    const views = ['First', 'Of the other window'].map((name) => ({ name, search: {} }))
    localStorage.setItem(place(), JSON.stringify({ views }))
    await save('Second')
    await expect.element(page.getByRole('button', { name: 'Of the other window', exact: true })).toBeVisible()
    expect(localStorage.getItem(place())).toContain('"Of the other window"')
  })

  const view = page.getByRole('button', { name: 'View', exact: true })
  const saved = page.getByRole('button', { name: 'Late ones', exact: true })

  test('brings its filters and order back, also on the next visit, until it is deleted', async () => {
    const first = await render('/page?state=overdue&sort=visits%20desc&page=1')
    await expect.element(row(41)).toBeVisible()
    await view.click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Late ones')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(saved).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(row(TOTAL)).toBeVisible()

    await first.go('/')
    await expect.element(page.getByText('Start')).toBeVisible()
    await first.go('/page')
    await view.click()
    await saved.click()
    await expect.element(state).toHaveValue('overdue')
    expect(first.url()).toBe('/page?state=overdue&sort=visits+desc')
    await expect.element(saved).not.toBeInTheDocument()

    await view.click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill(' late ONES')
    await page.getByRole('button', { name: 'Save' }).click()
    const refusal = page.getByText('This name is taken. Choose another one.')
    await expect.element(refusal).toBeVisible()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Late')
    await expect.element(refusal).not.toBeInTheDocument()
    for (const unseen of ['', '\u2800 \u200b']) {
      await page.getByRole('textbox', { name: 'Name of the view' }).fill(unseen)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.element(page.getByText('Please enter a name')).toBeVisible()
    }
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Early \u202eones')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('button', { name: 'Early ones', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Delete the view Early ones' }).click()
    await page.getByRole('button', { name: 'Delete the view Late ones' }).click()
    await expect.element(saved).not.toBeInTheDocument()
  })

  test('with which the list opens does not come back over filters that were taken away', async () => {
    const { url, go, back } = await render('/page?state=overdue')
    await expect.element(row(41)).toBeVisible()
    await view.click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Late ones')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Open the list with/ }).click()
    await userEvent.keyboard('{Escape}')

    await go('/')
    await go('/page')
    await expect.poll(url).toBe('/page?state=overdue')
    await state.selectOptions('All')
    await expect.element(row(2)).toBeVisible()
    expect(url()).toBe('/page')
    await go('/')
    await expect.element(page.getByText('Start')).toBeVisible()
    back()
    await expect.element(row(2)).toBeVisible()
    expect(url()).toBe('/page')
    await go('/')
    await go('/page')
    await expect.poll(url).toBe('/page?state=overdue')
  })
})
