import { expect, it } from 'vitest'
import { configurationMenu, mainMenu } from './menu.ts'

it('no two entries of the menu have the same icon: a folded menu shows nothing else', () => {
  const icons = [...mainMenu, ...configurationMenu].map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})
