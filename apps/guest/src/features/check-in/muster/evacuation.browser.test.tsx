import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { routeTree } from '../../../routeTree.gen.ts'
import { useCheckIn } from '../check-in-store.ts'
import { followMuster } from '../follow-muster.ts'
import type { StoredCheckIn } from '../stored-check-ins.ts'

const machine: MachineData = {
  id: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
  siteName: 'Quay Hall',
  useTemperature: false,
  usersHaveRoles: false,
  questionsByUser: false,
  roles: [],
  questions: [],
  successMessage: '',
  kiosk: false,
  draft: 'a-draft',
  config: { region: 'AU', look: 'presence', languages: ['en-au', 'en', 'es'] },
}
const evacuation = { drill: false, points: [{ name: 'Lawn', place: 'Behind the hall' }] }
const drill = { ...evacuation, drill: true }
const pass: StoredCheckIn = {
  firstName: 'Ada',
  lastName: 'Núñez',
  mobile: '+61491570156',
  siteName: 'Quay Hall',
  submissionTime: new Date().toISOString(),
  storedAt: Date.now(),
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: 'token',
  checkedOut: false,
  checkOutTime: null,
}

/** The method as the server returns it, and the number of requests for it. */
const server = { machine, asked: 0 }

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), location.href)
    if (pathname.endsWith('/checkin/muster')) return Response.json({ muster: null })
    server.asked += 1
    return Response.json(server.machine)
  })
  followMuster()
})

let pages = 0
/** Opens the page of a method whose site has this muster. */
async function openPage(muster: MachineData['muster'], more: Partial<MachineData> = {}) {
  server.machine = { ...machine, ...more, ...(muster && { muster }) }
  sessionStorage.clear()
  localStorage.clear()
  // Each page has a key of its own: a key is only opened once.
  pages += 1
  const history = createMemoryHistory({ initialEntries: [`/GAT${pages + 1}`] })
  const router = createRouter({ routeTree, history })
  onTestFinished(() => history.destroy())
  await router.load()
  await render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
}
const becomes = (muster: MachineData['muster']) => {
  server.machine = { ...server.machine, muster }
}
const alarm = () => page.getByRole('heading', { level: 1, name: 'Evacuation: do not enter' })
const firstName = () => page.getByRole('textbox', { name: 'First name' })

test('an evacuation is said first, with the way to the muster point, and takes no sign-in', async () => {
  await openPage(evacuation)
  await expect.element(alarm()).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Quay Hall.*Lawn.*Behind the hall/)
  await expect.element(firstName()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
  expect(document.title).toBe('Evacuation – Quay Hall')
})

test('without muster points it says to follow the staff', async () => {
  await openPage({ drill: false, points: [] })
  await expect.element(page.getByText('Follow the staff to the muster point.')).toBeVisible()
})

test('it goes away by itself at the end, and what was typed is still there', async () => {
  await openPage(undefined)
  await userEvent.fill(firstName(), 'Ada')
  const { asked } = server
  await vi.advanceTimersByTimeAsync(15_000)
  expect(server.asked).toBe(asked)

  becomes(evacuation)
  await vi.advanceTimersByTimeAsync(61_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(alarm()).toBeVisible()
  expect(document.activeElement).toBe(document.querySelector('main'))

  becomes(undefined)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(firstName()).toHaveValue('Ada')
  await expect.element(alarm()).not.toBeInTheDocument()
})

test('a drill is announced, takes sign-ins, and may become an evacuation', async () => {
  await openPage(drill)
  await expect.element(page.getByText('Evacuation drill. You can still sign in.')).toBeVisible()
  await expect.element(firstName()).toBeVisible()
  becomes(evacuation)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(alarm()).toBeVisible()
  await expect.element(page.getByText('Evacuation drill.')).not.toBeInTheDocument()
})

test('a pass stays, also one that was put aside', async () => {
  await openPage(evacuation)
  await expect.element(alarm()).toBeVisible()
  useCheckIn.setState({ asideCheckIn: pass })
  await userEvent.click(page.getByRole('button', { name: 'Back to the pass' }))
  const word = page.getByRole('heading', { name: 'Signed In' })
  await expect.element(word).toBeVisible()
  await expect.element(alarm()).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Sign in someone else' }))
  await expect.element(alarm()).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Back to the pass' }))
  await expect.element(word).toBeVisible()
  useCheckIn.setState({ checkIn: undefined, asideCheckIn: undefined })
})

test('a kiosk says it in place of its start', async () => {
  await openPage(evacuation, { kiosk: true })
  await expect.element(alarm()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).not.toBeInTheDocument()
})
