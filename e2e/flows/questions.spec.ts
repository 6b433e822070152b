import type { Browser, Locator, Page } from '@playwright/test'
import type { NewQuestion } from '@gatehouse/validation/endpoints/questions'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { callsAs, expectHome, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'
import type { Login, Venue } from '../venues.ts'

const four: NewQuestion[] = [
  {
    name: 'Fever',
    text: 'Do you have a fever?',
    type: 'yes/no',
    answers: {
      yes: { text: 'Yes', texts: {}, action: 'fail' },
      no: { text: 'No', texts: {}, action: 'pass' },
    },
  },
  { name: 'Host', text: 'Who are you visiting?', type: 'free text', answers: null },
  {
    name: 'Journey',
    text: 'How did you come?',
    type: 'select',
    answers: ['By ferry', 'On foot'].map((desc) => ({ desc, descs: {}, action: 'pass' as const })),
  },
  {
    name: 'Tools',
    text: 'What do you bring?',
    type: 'multi-select',
    answers: ['Ladders', 'Nothing'].map((desc) => ({ desc, descs: {}, action: 'pass' as const })),
  },
]

let venue: Venue
let admin: Login
test.beforeEach(async ({ venues }) => {
  venue = await venues.open({ ...plain, siteName: 'Quay Hall' })
  admin = await venues.appoint(venue)
})

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const namesInOrder = async (page: Page) => {
  const rows = page.getByRole('table').getByRole('rowheader')
  return (await rows.allInnerTexts()).map((text) => text.trim())
}
const itemsInOrder = async (page: Page) =>
  (await dialog(page).getByRole('row').allInnerTexts()).map((text) => text.trim().split('\n')[0])

async function open(page: Page): Promise<void> {
  await startSession(page, admin.email, admin.password)
  await page.goto('/question_management')
  await expect(page.getByRole('heading', { level: 1, name: 'Question Management' })).toBeVisible()
}

async function openElsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-AU' })
  return context.newPage()
}

/** The focused element: while an item is moved, its drop target. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/**
 * Moves an item up with the keyboard alone. Each key waits until the one before has taken effect.
 */
async function moveUp(page: Page, item: Locator, times: number): Promise<void> {
  // The list is a single tab stop: its rows take the focus, and the arrow keys lead to their
  // content.
  await item.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused(page)).toMatch(/^Move /)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^Insert /)
  for (let step = 0; step < times; step += 1) {
    const place = await focused(page)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).not.toBe(place)
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).not.toMatch(/^Insert /)
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(field(page, 'Name')).toHaveValue(name)
}

interface Wanted {
  name: string
  type: string
  text: string
  options?: { desc: string; action?: string }[]
}

async function add(page: Page, { name, type, text, options = [] }: Wanted): Promise<void> {
  await page.getByRole('button', { name: 'New question' }).click()
  await field(page, 'Name').fill(name)
  await field(page, 'Type').selectOption({ label: type })
  await field(page, 'Question').fill(text)
  for (const [at, { desc, action }] of options.entries()) {
    if (at >= 2) await press(page, 'Add an answer')
    await field(page, `Answer ${at + 1}`).fill(desc)
    if (action)
      await dialog(page).getByLabel('The person who answers').nth(at).selectOption({ label: action })
  }
  await dialog(page).getByRole('checkbox', { name: 'Quay Hall', exact: true }).check()
  await press(page, 'Add question')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible()
}

test(
  'an admin makes a question of each type, and is told what is missing',
  { tag: '@gate' },
  async ({ page }) => {
    await open(page)
    await expect(page.getByText('There are no questions')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New question' }).click()
    await press(page, 'Add question')
    await expect(dialog(page).getByRole('link', { name: 'Please enter a name' })).toBeVisible()
    await expect(dialog(page).getByRole('link', { name: 'Please enter a text' })).toBeVisible()
    await field(page, 'Name').fill('Fever')
    await field(page, 'Question').fill('Do you have a fever?')
    const second = dialog(page).getByRole('group', { name: 'Second answer' })
    await second.getByLabel('The person who answers').selectOption({ label: 'can’t sign in' })
    await expect(dialog(page).getByText('Every answer blocks the sign-in.')).toBeVisible()
    await second.getByLabel('The person who answers').selectOption({ label: 'can sign in' })
    await expect(dialog(page).getByText('Every answer blocks the sign-in.')).toBeHidden()
    const phone = dialog(page).getByRole('region', { name: 'Preview of the phone' })
    await phone.getByText('Yes', { exact: true }).click()
    await expect(phone).toContainText('You can’t sign in with this answer')
    await expectAccessible(page)
    await dialog(page).getByRole('checkbox', { name: 'Quay Hall', exact: true }).check()
    await press(page, 'Add question')
    await expect(dialog(page)).toBeHidden()

    await add(page, { name: 'Host', type: 'Free text', text: 'Who are you visiting?' })
    await add(page, {
      name: 'Journey',
      type: 'One of several',
      text: 'How did you come?',
      options: [{ desc: 'By ferry' }, { desc: 'On foot' }],
    })
    await add(page, {
      name: 'Tools',
      type: 'Several of several',
      text: 'What do you bring?',
      options: [{ desc: 'Ladders' }, { desc: 'Fireworks', action: 'can’t sign in' }, { desc: 'Nothing' }],
    })
    expect(await namesInOrder(page)).toEqual(['Fever', 'Host', 'Journey', 'Tools'])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, 'questions-list')
  },
)

test.describe('of four questions', () => {
  test.beforeEach(async ({ request }) => {
    const call = await callsAs(request, admin)
    const { items } = await call<{ items: { id: string }[] }>('GET', '/sites/options')
    const sites = items.map(({ id }) => id)
    for (const question of four) await call('POST', '/questions', { ...question, sites })
  })

  test('a translation that is missing is marked, and the phone shows it when it is there', async ({
    page,
  }) => {
    await open(page)
    await expect(page.getByRole('row').filter({ hasText: 'Journey' })).toContainText('ES missing')
    await edit(page, 'Journey')
    const phone = dialog(page).getByRole('region', { name: 'Preview of the phone' })
    await dialog(page).getByRole('group', { name: 'Language' }).getByRole('radio', { name: 'ES' }).check()
    await expect(phone).toContainText('How did you come?')
    await expect(phone).toContainText('Continuar')
    await field(page, 'Question: Español (optional)').fill('¿Cómo ha venido?')
    await field(page, 'Answer 1: Español (optional)').fill('En transbordador')
    await expect(dialog(page).getByText('missing', { exact: true })).toBeVisible()
    await field(page, 'Answer 2: Español (optional)').fill('A pie')
    await expect(dialog(page).getByText('missing', { exact: true })).toBeHidden()
    await expect(phone).toContainText('¿Cómo ha venido?')
    await expect(phone).toContainText('En transbordador')
    for (const look of ['Pulse', 'Bat Booth', 'Presence']) {
      await phone
        .getByRole('group', { name: 'Look of the preview' })
        .getByRole('radio', { name: look, exact: true })
        .check()
      await expectAccessible(page)
      await keepPicture(page, `question-preview-${look}`)
    }
    await phone.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expectAccessible(page)
    await press(page, 'Save')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'Journey' })).not.toContainText('missing')
  })

  test('the order is changed with the keyboard alone, and by dragging', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Change the order' }).click()
    await expectAccessible(page)
    await keepPicture(page, 'questions-order')
    await moveUp(page, dialog(page).getByRole('row').filter({ hasText: 'Tools' }), 2)
    await expect(dialog(page).getByRole('row')).toHaveCount(4)
    const wanted = await itemsInOrder(page)
    expect(wanted).not.toEqual(['Fever', 'Host', 'Journey', 'Tools'])
    await press(page, 'Save')
    await expect(dialog(page)).toBeHidden()
    await expect.poll(() => namesInOrder(page)).toEqual(wanted)

    await page.getByRole('button', { name: 'Change the order' }).click()
    await dialog(page)
      .getByRole('row')
      .filter({ hasText: 'Journey' })
      .dragTo(dialog(page).getByRole('row').first(), { targetPosition: { x: 120, y: 3 } })
    await expect(dialog(page).getByRole('row').first()).toContainText('Journey')
    await press(page, 'Save')
    await expect(dialog(page)).toBeHidden()
    await expect.poll(async () => (await namesInOrder(page))[0]).toBe('Journey')
  })

  test('two people order at once: the second one is shown both orders', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page)
    await page.getByRole('button', { name: 'Change the order' }).click()
    await expect(dialog(page).getByRole('row')).toHaveCount(4)
    const other = await openElsewhere(browser, baseURL)
    await open(other)
    await moveLastUp(other)
    await press(other, 'Save')
    await expect(dialog(other)).toBeHidden()
    const kept = await namesInOrder(other)
    await other.context().close()
    expectRefusals(page, 412)
    await moveLastUp(page, false)
    await press(page, 'Save')
    await expect(dialog(page)).toContainText('Another person has changed the questions.')
    await expect(dialog(page).getByRole('alert').getByRole('listitem')).toHaveText(kept)
    await press(page, 'Use their order')
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    expect(await itemsInOrder(page)).toEqual(kept)
  })

  async function moveLastUp(page: Page, opens = true): Promise<void> {
    if (opens) await page.getByRole('button', { name: 'Change the order' }).click()
    const items = dialog(page).getByRole('row')
    await expect(items).toHaveCount(4)
    await moveUp(page, items.last(), 2)
  }

  test(
    'a visitor answers on a phone; an edit asks again and keeps what was answered before',
    { tag: '@gate' },
    async ({ page, browser, baseURL }) => {
      const phone = await openElsewhere(browser, baseURL)
      await phone.setViewportSize({ width: 360, height: 780 })
      const guest = new GuestPage(phone)
      const fillIn = async (lastName: string) => {
        await guest.scan(venue.key)
        await guest.waitUntilHydrated()
        await guest.fillDetails({ firstName: 'Ana', lastName, mobile: '0491570156' })
        await guest.continueButton.click()
        await phone.getByRole('group', { name: /fever/ }).getByText('No', { exact: true }).click()
        await phone.getByLabel('Who are you visiting?').fill('Ada')
        await phone.getByText('By ferry', { exact: true }).click()
        await phone.getByRole('checkbox', { name: 'Ladders' }).check()
      }
      await fillIn('Silva')
      await expectAccessible(phone)
      await guest.continueButton.click()
      await expect(guest.pass).toBeVisible()
      await phone.context().clearCookies()
      await phone.evaluate(() => localStorage.clear())

      await fillIn('Souza')
      await open(page)
      await edit(page, 'Fever')
      await field(page, 'Question').fill('Are you free of fever?')
      await dialog(page).getByLabel('The person who answers').nth(0).selectOption({ label: 'can sign in' })
      await dialog(page).getByLabel('The person who answers').nth(1).selectOption({ label: 'can’t sign in' })
      await press(page, 'Save')
      await expect(dialog(page)).toBeHidden()
      await guest.continueButton.click()
      const asked = phone.getByRole('group', { name: 'Are you free of fever?' })
      await expect(asked).toContainText('This question has changed. Answer it again')
      await expect(asked.getByRole('radio', { checked: true })).toHaveCount(0)
      await expect(phone.getByLabel('Who are you visiting?')).toHaveValue('Ada')
      await expectAccessible(phone)
      await keepPicture(phone, 'question-asked-again')
      await asked.getByText('Yes', { exact: true }).click()
      await guest.continueButton.click()
      await expect(guest.pass).toBeVisible()
      const answers = await askDatabase([
        [
          `select last_name, answer ->> 'question_text' as text, answer ->> 'answer_text' as answer
        from visits join sign_in_methods using (client_id), jsonb_array_elements(answers) answer
        where sign_in_methods.id = $1 and answer ->> 'question_text' like '%fever%' order by 1`,
          [venue.id],
        ],
      ])
      expect(answers).toEqual([
        { last_name: 'Silva', text: 'Do you have a fever?', answer: 'No' },
        { last_name: 'Souza', text: 'Are you free of fever?', answer: 'Yes' },
      ])
      await phone.context().close()
    },
  )

  test('two people edit one question: both values are shown; an archived one is not saved', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page)
    await edit(page, 'Host')
    await field(page, 'Question').fill('Who is your host?')
    const other = await openElsewhere(browser, baseURL)
    await open(other)
    await edit(other, 'Host')
    await field(other, 'Question').fill('Whom do you want to see?')
    await press(other, 'Save')
    await expect(dialog(other)).toBeHidden()
    expectRefusals(page, 412)
    await press(page, 'Save')
    await expect(dialog(page)).toContainText('The other person’s value: Whom do you want to see?')
    await expect(field(page, 'Question')).toHaveValue('Who is your host?')
    await other.getByRole('button', { name: 'Actions for Host' }).click()
    await other.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    await expect(other.getByText('Host is archived.')).toBeVisible()
    expectRefusals(page, 412, 422)
    await Promise.all([page.waitForResponse((response) => response.status() === 412), press(page, 'Save')])
    await press(page, 'Save')
    await expect(dialog(page)).toContainText('This question is archived.')
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(other.getByRole('button', { name: 'Actions for Host' })).toBeVisible()
    await other.context().close()
  })

  test('the list works on a phone, and is reached from the site', async ({ page }) => {
    await startSession(page, admin.email, admin.password)
    await page.goto('/home')
    await expectHome(page)
    await page.getByRole('link', { name: 'Site Management' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Site Management' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Quay Hall', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Parts of the site' })
      .getByRole('link', { name: 'Visitors' })
      .click()
    await page.getByRole('link', { name: 'Question Management' }).click()
    await expect(page).toHaveURL(/question_management\?site=/)
    await expect(page.getByRole('button', { name: 'Actions for Fever' })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await keepPicture(page, 'questions-list-360')
    await edit(page, 'Journey')
    await expectAccessible(page)
    await keepPicture(page, 'question-editor-360')
  })
})
