import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
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

/** Like a browser that translates the page: two nested `<font>` replace each text node. */
function translate(element: Element): void {
  const texts: Node[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts.filter(({ nodeValue }) => nodeValue?.trim())) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(text.nodeValue ?? '')
    outer.append(inner)
    text.parentNode?.replaceChild(outer, text)
  }
}

function Counter() {
  const [count, setCount] = useState(1)
  const name = `<${count}>`
  return (
    <>
      <p id="shown">
        {count === 2 && <b>Two:</b>}
        {count === 1 ? <Trans>Only one.</Trans> : <Trans>More than one.</Trans>}{' '}
        <Plural value={count} one="# person" other="# people" />
        {count < 3 && <Trans>, fewer than three</Trans>}{' '}
        <Trans>
          and <strong>{count}</strong> of {count} <em>seen</em> by {name}
        </Trans>
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        <Trans>Add</Trans>
      </button>
    </>
  )
}

it('a text follows its values and goes also where the browser has translated the page', async () => {
  await renderPage({ Page: Counter })
  const shown = page.getByRole('paragraph')
  const add = page.getByRole('button', { name: 'Add' })
  await expect.element(shown).toHaveTextContent('Only one. 1 person, fewer than three and 1 of 1 seen by <1>')
  translate(document.body)
  await add.click()
  await expect
    .element(shown)
    .toHaveTextContent('Two:More than one. 2 people, fewer than three and 2 of 2 seen by <2>')
  translate(document.body)
  await add.click()
  await expect.element(shown).toHaveTextContent('More than one. 3 people and 3 of 3 seen by <3>')
})
