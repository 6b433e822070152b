import { queryClient } from '@gatehouse/api-client/query-client'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { looks } from '@gatehouse/validation/vocabulary'
import jsQR from 'jsqr'
import { afterEach, describe, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { signInMethod } from '../../../test/sign-in-method.ts'
import { Poster, PosterSheets } from './poster.tsx'
import { posterTextsQuery } from './poster-texts.ts'

const url = 'https://visitors.harbour-venues.example.com.au/FYER'

/** Renders the poster of a method, 700 px wide, or on paper. */
async function renderPoster(
  changes: Partial<SignInMethod> = {},
  { look = 'presence', isPrinted = false }: { look?: (typeof looks)[number]; isPrinted?: boolean } = {},
): Promise<HTMLElement> {
  const texts = await queryClient.ensureQueryData(posterTextsQuery)
  const poster = <Poster method={{ ...signInMethod, url, ...changes }} look={look} texts={texts} />
  await renderPage({
    Page: () =>
      isPrinted ? <PosterSheets>{poster}</PosterSheets> : <div style={{ width: 700 }}>{poster}</div>,
  })
  await expect.poll(() => document.querySelector('[aria-label^="Poster of"]')).not.toBeNull()
  return document.querySelector<HTMLElement>('[aria-label^="Poster of"]')!
}

const emulate = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media })
afterEach(() => emulate(''))

/** What a tilted camera reads. */
async function readTilted(): Promise<string | undefined> {
  const shot = await page.getByRole('region', { name: /^Poster of/ }).screenshot({ save: false })
  const picture = new Image()
  picture.src = `data:image/png;base64,${shot}`
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const photo = document.createElement('canvas')
  Object.assign(photo, { width: width + 100, height: height + 100 })
  const context = photo.getContext('2d')!
  context.fillStyle = '#d8d4cc'
  context.fillRect(0, 0, photo.width, photo.height)
  context.translate(photo.width / 2, photo.height / 2)
  context.rotate((5 * Math.PI) / 180)
  context.drawImage(picture, -width / 2, -height / 2)
  const { data } = context.getImageData(0, 0, photo.width, photo.height)
  return jsQR(data, photo.width, photo.height)?.data
}

test.each(looks)('a poster in the look %s is read as the address of its method', async (look) => {
  await page.viewport(1280, 1200)
  await renderPoster({ colours: { accent: '#7a1f3d', on_accent: '#ffffff' } }, { look })
  expect(await readTilted()).toBe(url)
})

const long = {
  'of one word': 'W'.repeat(120),
  'of words': 'The Right Honourable Margaret Featherstonehaugh Memorial Library, '.repeat(2).slice(0, 120),
  'in Chinese': '上海科学技术博物馆东门入口'.repeat(10).slice(0, 120),
  'in Thai': 'พิพิธภัณฑสถานแห่งชาติพระนคร'.repeat(5).slice(0, 120),
  'in Arabic': 'متحف الفن الإسلامي، القاعة ١٢ '.repeat(5).slice(0, 120),
}

describe.each(Object.entries(long))('a name of 120 characters %s', (_, name) => {
  test('stays on the sheet, and leaves the code its room', async () => {
    await page.viewport(1280, 1200)
    const poster = await renderPoster({ name, site_name: name })
    const sheet = poster.getBoundingClientRect()
    const code = poster.querySelector('svg[role="img"]')!.getBoundingClientRect()
    for (const element of poster.querySelectorAll<HTMLElement>('p, bdi, li, svg[role="img"]')) {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const what = element.textContent
      expect(left, what).toBeGreaterThanOrEqual(sheet.left - 0.5)
      expect(right, what).toBeLessThanOrEqual(sheet.right + 0.5)
      expect(top, what).toBeGreaterThanOrEqual(sheet.top)
      expect(bottom, what).toBeLessThanOrEqual(sheet.bottom)
      expect(element.scrollWidth, what).toBeLessThanOrEqual(element.clientWidth + 1)
      if (element instanceof HTMLElement)
        expect(bottom <= code.top + 0.5 || top >= code.bottom - 0.5, `${what} is over the code`).toBe(true)
    }
    // A tenth of the reading distance.
    expect((Math.min(code.width, code.height) * 198) / sheet.width).toBeGreaterThan(150)
    expect(await readTilted()).toBe(url)
  })
})

test('a name that is read from the right begins at the right', async () => {
  const poster = await renderPoster({ name: 'שער 12', site_name: 'Gate 5 שער' })
  const [site, method] = ['Gate 5 שער', 'שער 12'].map((text) =>
    Array.from(poster.querySelectorAll('p')).find(({ textContent }) => textContent === text),
  )
  expect(getComputedStyle(site!).direction).toBe('ltr')
  expect(getComputedStyle(method!).direction).toBe('rtl')
  const range = document.createRange()
  range.selectNodeContents(method!)
  expect(range.getBoundingClientRect().right).toBeCloseTo(method!.getBoundingClientRect().right, 0)
})

test('a poster speaks the language of the client first, then English or Spanish', async () => {
  const titles = (poster: HTMLElement) =>
    Array.from(poster.querySelectorAll('p')).flatMap(({ textContent }) =>
      /^(Scan|Escanee)/.test(textContent) ? [textContent] : [],
    )
  expect(titles(await renderPoster({ client_language: 'es' }))).toEqual([
    'Escanee para registrarse',
    'Scan to sign in',
  ])
})

test('the address is in words', async () => {
  const poster = await renderPoster()
  expect(poster.textContent).toContain('No camera? Open visitors.harbour-venues.example.com.au/FYER')
})

test('an address that no phone reaches is not on the sheet, which says that it is a test', async () => {
  const poster = await renderPoster({ url: 'http://localhost:8080/FYER' })
  expect(poster.textContent).toContain('Test only: no phone can open this code')
  expect(poster.textContent).not.toContain('localhost')
})

test.each([
  ['presence', 'rgb(122, 31, 61)'],
  ['pulse', 'rgb(252, 190, 22)'],
] as const)('in the look %s, own colours of the look presence make it %s', async (look, colour) => {
  const colours = { accent: '#7a1f3d', on_accent: '#ffffff' }
  const poster = await renderPoster({ shown_look: 'presence', colours }, { look })
  expect(getComputedStyle(poster.querySelector('div > div')!).backgroundColor).toBe(colour)
})

describe('on paper', () => {
  test('a poster is there in place of the page, and its code is at least 15 cm wide', async () => {
    // A4 at 96 pixels per inch.
    await page.viewport(794, 1123)
    const poster = await renderPoster({ url: 'https://gate.example/FYER' }, { isPrinted: true })
    expect(poster.checkVisibility()).toBe(false)
    await emulate('print')
    await expect.poll(() => poster.checkVisibility()).toBe(true)
    expect(document.querySelector('main')!.checkVisibility()).toBe(false)
    const code = poster.querySelector<SVGSVGElement>('svg[role="img"]')!
    const { width, height } = code.getBoundingClientRect()
    const modules = code.viewBox.baseVal.width
    const withoutEdge = (Math.min(width, height) * (modules - 8)) / modules
    expect((withoutEdge * 25.4) / 96).toBeGreaterThanOrEqual(150)
    const sheet = poster.getBoundingClientRect()
    expect(Math.abs((code.getBoundingClientRect().left - sheet.left) * 2 + width - sheet.width)).toBeLessThan(
      1,
    )
  })

  test('a page without posters is printed as it is', async () => {
    await renderPage({ Page: () => <p>Which site?</p> })
    await emulate('print')
    await expect.poll(() => matchMedia('print').matches).toBe(true)
    expect(document.querySelector('main')!.checkVisibility()).toBe(true)
  })
})
