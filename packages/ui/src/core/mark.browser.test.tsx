import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lookNames } from '../looks/look.ts'
import { Mark } from './mark.tsx'

describe.each(lookNames)('the mark of %s', (look) => {
  test('is silent beside words and has a name without them', async () => {
    const { rerender } = await render(<Mark look={look} />)
    expect(page.getByRole('img').elements()).toEqual([])
    await rerender(<Mark look={look} title="Gatehouse" />)
    await expect.element(page.getByRole('img', { name: 'Gatehouse' })).toBeVisible()
  })

  test('is drawn in the colour of the text only', async () => {
    const { container } = await render(
      <p style={{ color: 'rgb(1, 2, 3)' }}>
        <Mark look={look} />
      </p>,
    )
    const colours = Array.from(container.querySelectorAll('path'), (path) => {
      const { fill, stroke } = getComputedStyle(path)
      return [fill, stroke]
    })
    expect(new Set(colours.flat()).difference(new Set(['none']))).toEqual(new Set(['rgb(1, 2, 3)']))
  })
})
