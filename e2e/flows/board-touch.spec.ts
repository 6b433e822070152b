import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, isWholeWalk, keepPicture } from '../pages/appearance.ts'
import { cardOf, makeEvacuation, openBoard, tickOf } from '../pages/muster-page.ts'

/**
 * The board and a muster by taps alone: the contexts have a touch screen, and no journey uses a
 * mouse or a key.
 */
test.describe.configure({ timeout: 90_000 })

const english = {
  uncounted: /^Not yet counted/,
  reset: 'Reset',
  undo: 'Undo reset',
  start: 'Start a muster',
  startMuster: 'Start the muster',
  everybody: /^Everyone/,
  more: 'More',
  help: 'Needs help',
  actions: 'Actions',
  end: 'End',
  report: 'Report',
  back: 'Back to the board',
}
const words = {
  en: english,
  'en-au': english,
  es: {
    uncounted: /^Por verificar/,
    reset: 'Reiniciar',
    undo: 'Deshacer',
    start: 'Iniciar un recuento',
    startMuster: 'Iniciar el recuento',
    everybody: /^Todas las personas/,
    more: 'Más',
    help: 'Necesita ayuda',
    actions: 'Acciones',
    end: 'Terminar',
    report: 'Informe',
    back: 'Volver al tablero',
  },
}

/** Taps until it counts: a tap right after the cards have moved is ignored, as for a finger. */
async function tapCard(page: Page, lastName: string, checked: boolean): Promise<void> {
  const box = tickOf(page, lastName)
  await expect(async () => {
    if ((await box.isChecked()) !== checked) await cardOf(page, lastName).tap({ timeout: 1000 })
    await expect(box).toBeChecked({ checked, timeout: 1000 })
  }).toPass()
}

const codes = { en: 'en-US', 'en-au': 'en-AU', es: 'es' }
const looks = ['presence', 'pulse', 'batbooth'] as const
const languages = ['en-au', 'es', 'en'] as const
const widths = [360, 768, 1920] as const

for (const [turn, look] of looks.entries())
  for (const width of isWholeWalk ? widths : widths.slice(turn, turn + 1))
    for (const language of isWholeWalk ? languages : languages.slice(turn, turn + 1))
      test(`by touch alone: ${look}, ${language}, ${width} px`, async ({ page: office, browser, venues }) => {
        const say = words[language]
        const evacuation = await makeEvacuation(venues, office, 3, look)
        const [first = '', second = '', third = ''] = evacuation.people
        const viewport = { width, height: width === 1920 ? 1080 : 800 }
        const context = await browser.newContext({ viewport, hasTouch: true })
        await context.addInitScript((own) => localStorage.setItem('gatehouse.language', own), language)
        const page = await context.newPage()
        await openBoard(page, evacuation)
        await expect(page.locator('html')).toHaveAttribute('lang', codes[language])
        const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
        const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

        await tapCard(page, first, true)
        await button(say.uncounted).tap()
        await expect(tickOf(page, first)).toHaveCount(0)
        await expect(tickOf(page, second)).not.toBeChecked()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await button(say.uncounted).tap()
        await button(say.reset).tap()
        await expect(tickOf(page, first)).not.toBeChecked()
        await button(say.undo).tap()
        await expect(tickOf(page, first)).toBeChecked()
        await tapCard(page, first, false)

        await button(say.start).tap()
        await expectAccessible(page)
        await inDialog(say.startMuster).tap()
        await button(say.everybody).tap()
        await tapCard(page, first, true)
        await page
          .getByRole('listitem')
          .filter({ hasText: second })
          .getByRole('button', { name: say.more })
          .tap()
        await inDialog(say.help).tap()
        await expect(page.getByRole('listitem').filter({ hasText: second })).toContainText(say.help)
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await keepPicture(page, `touch-${look}-${language}-${width}`)

        if (width < 600) await button(say.actions).tap()
        await button(say.end).tap()
        await inDialog(say.end).tap()
        const report = page.getByRole('region', { name: say.report })
        await expect(report.getByRole('row').filter({ hasText: third })).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await button(say.back).tap()
        await expect(button(say.start)).toBeVisible()
        await context.close()
      })
