import { Plural, Trans } from '@lingui/react/macro'
import { expect, it } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'

it.each(['<b>Ana</b>', '<0>Ana</0>', '<0/>', '{name}', 'Ana & <Ben', '<script>alert(1)</script>'])(
  'the value %s is shown as it is',
  async (name) => {
    const people = 2
    await renderPage({
      Page: () => (
        <p id="shown">
          <Trans>
            Ban <strong>{name}</strong> of <em>{name}</em>
          </Trans>
          , <Plural value={people} one={<>of {name}</>} other={<>and {name}</>} />
        </p>
      ),
    })
    const shown = document.getElementById('shown')
    const [strong, em] = ['strong', 'em'].map((tag) => shown?.querySelector(tag))
    expect([strong?.textContent, em?.textContent]).toEqual([name, name])
    expect(shown?.textContent).toBe(`Ban ${name} of ${name}, and ${name}`)
  },
)
