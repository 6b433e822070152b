import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { SegmentedControl } from './segmented-control.tsx'

const names = [
  'Contactos de una persona',
  'Recuento de personas',
  'Horas por persona',
  'Horas por sitio',
  'Recuento anterior',
]

/** The parts of a strip that are cut off on a phone. */
const cutOff = (strip: Element, parts: string) =>
  [...strip.querySelectorAll(parts)].filter(
    (part) => part.getBoundingClientRect().right > strip.getBoundingClientRect().right + 1,
  )

test('all choices of a control with many are in view on a phone', async () => {
  await page.viewport(360, 740)
  await render(
    <SegmentedControl
      label="Informe"
      value={names[4] ?? ''}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={() => {}}
    />,
  )
  const strip = page.getByRole('group', { name: 'Informe' }).element()
  expect(cutOff(strip, 'label')).toEqual([])
  expect(strip.getBoundingClientRect().right).toBeLessThanOrEqual(360)
})
