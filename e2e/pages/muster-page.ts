import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Venue, Venues } from '../venues.ts'
import { callsAs, startSession } from './staff-pages.ts'
import { everything } from './venue-plans.ts'

/** A venue with people on site, and a person who may start a muster there. */
export interface Evacuation {
  venue: Venue
  warden: { email: string; password: string }
  /** The last names of the people on site. */
  people: string[]
}

export async function makeEvacuation(
  venues: Venues,
  page: Page,
  count: number,
  look: 'presence' | 'pulse' | 'batbooth' = 'presence',
): Promise<Evacuation> {
  const venue = await venues.open({
    ...everything,
    siteName: `Quay ${crypto.randomUUID().slice(0, 8)}`,
    useTemperature: false,
    roles: [],
    questions: [],
    config: { ...everything.config, look },
  })
  const people = Array.from({ length: count }, (_, at) => `${lastNames[at % lastNames.length]}-${at}`)
  for (const lastName of people) {
    const data = { firstName: 'Livia', lastName, mobile: '0491 570 157', machineId: venue.id }
    const signedIn = await page.request.post('/api/checkin', { data })
    expect(signedIn.status(), await signedIn.text()).toBe(200)
  }
  return { venue, warden: await venues.appoint(venue), people }
}

const lastNames = ['Abara', 'Baptiste', 'Castellanos', 'Duarte', 'Eze', 'Fournier']

/** Opens the evacuation's board and waits until a muster can be started, also without a network. */
export async function openBoard(page: Page, { warden }: Evacuation): Promise<void> {
  await startSession(page, warden.email, warden.password)
  await page.goto('/board')
  await expect(page.getByRole('checkbox').first()).toBeAttached()
}

/** Another phone with its own session. */
export async function openPhone(browser: Browser, evacuation: Evacuation): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await openBoard(page, evacuation)
  return { context, page }
}

export interface Phone {
  context: BrowserContext
  page: Page
}

export async function startMuster(page: Page, button: 'Start the muster' | 'Start a drill'): Promise<void> {
  await page.getByRole('button', { name: 'Start a muster' }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  // Until then the cards are the board's, whose ticks are no marks.
  await expect(page.getByRole('button', { name: /^Everyone/ })).toBeVisible()
}

/** On the board, or in a muster, where the last name comes first. */
const nameOf = (lastName: string) => new RegExp(`^(Livia ${lastName}|${lastName}, Livia)$`)

export const tickOf = (page: Page, lastName: string) => page.getByRole('checkbox', { name: nameOf(lastName) })

/**
 * Marks a person as safe. A press right after the cards have moved is ignored, as for a finger, so
 * it is repeated. Never use a forced click: where the list moves on a busy machine, that presses
 * another person's card.
 */
export async function markSafe(page: Page, lastName: string): Promise<void> {
  const box = tickOf(page, lastName)
  await expect(async () => {
    if (!(await box.isChecked())) await cardOf(page, lastName).click({ timeout: 1000 })
    await expect(box).toBeChecked({ timeout: 1000 })
  }).toPass()
}

/**
 * Opens a dialog with a button of a card. A press right after the cards have moved is ignored, so
 * it is repeated.
 */
export async function openDialog(page: Page, button: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    if (!(await dialog.isVisible())) await button.click({ timeout: 1000 })
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** Opens the further marks of a card's person. */
export const openMore = (page: Page, card: Locator) =>
  openDialog(page, card.getByRole('button', { name: 'More' }))

/** The pressable part of a person's card. */
export const cardOf = (page: Page, lastName: string) => page.getByRole('listitem').getByText(nameOf(lastName))

export async function showEverybody(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Everyone/ }).click()
}

/** The ticked people, by last name. All cards must be shown. */
export async function readTicks(page: Page, people: readonly string[]): Promise<Record<string, boolean>> {
  const ticks: Record<string, boolean> = {}
  for (const lastName of people) ticks[lastName] = await tickOf(page, lastName).isChecked()
  return ticks
}

/** The number of an evacuation's marks on the server. */
export async function countMarks(page: Page, { warden }: Evacuation): Promise<number> {
  const call = await callsAs(page.request, warden)
  const { items } = await call<{ items: { id: string }[] }>('GET', '/musters')
  const { marks } = await call<{ marks: unknown[] }>('GET', `/board/musters/${items[0]?.id}`)
  return marks.length
}

/** The musters stored in the browser, as text. */
export const readKeptMusters = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const request = indexedDB.open('gatehouse-muster')
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.addEventListener('success', () => resolve(request.result))
    })
    const asked = database.transaction('musters').objectStore('musters').getAll()
    const found = await new Promise<unknown[]>((resolve) => {
      asked.addEventListener('success', () => resolve(asked.result))
    })
    database.close()
    return JSON.stringify(found)
  })

/** Shows the page as printed, between the browser's print events. */
export async function onPaper(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await look()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
}
