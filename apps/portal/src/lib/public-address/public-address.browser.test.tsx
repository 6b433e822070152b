import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { withInstallation } from '../../../test/with-installation.ts'
import { AddressNotice, canShowCode, reachableUrl } from './public-address.tsx'

const lan = 'http://192.168.1.20:8080'
const local = 'http://localhost:8080'

test.each([
  [local, lan, /Set PUBLIC_URL to http:..192.168.1.20:8080, and restart/, false],
  [local, 'http://127.0.0.1:8080', /Set PUBLIC_URL to an address that phones reach/, true],
  ['https://gate.example', lan, undefined, true],
])(
  'codes to %s on a page at %s: what is said, and whether they are drawn',
  async (publicUrl, origin, text, isDrawn) => {
    withInstallation({ publicUrl })
    await renderPage({ Page: () => <AddressNotice origin={origin} /> })
    expect(canShowCode(origin)).toBe(isDrawn)
    if (text === undefined) expect(page.getByText(/^Phones can’t open/).query()).toBeNull()
    else await expect.element(page.getByText(text)).toBeVisible()
  },
)

test.each([
  ['http://localhost:8080', 'http://192.168.1.20:8080', 'http://192.168.1.20:8080/invitation?token=a'],
  ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080/invitation?token=a'],
  ['https://gate.example', 'http://192.168.1.20:8080', 'https://gate.example/invitation?token=a'],
])('of an installation at %s a page of %s shows the link %s', (publicUrl, origin, expected) => {
  withInstallation({ publicUrl })
  expect(reachableUrl(`${publicUrl}/invitation?token=a`, origin)).toBe(expected)
})
