import { looks } from '@gatehouse/ui/looks/looks.ts'
import { toHex } from '@gatehouse/ui/looks/colour.ts'
import { contrastOf, hardestSurfaces } from '@gatehouse/validation/colours'
import { expect, it } from 'vitest'

const surfaces = ['surface', 'surface-raised', 'surface-sunken'] as const

it.each(looks)('no background of the look $name is harder to be seen on', ({ light, dark }) => {
  for (const surface of surfaces) {
    expect(contrastOf('#000000', toHex(light[surface]))).toBeGreaterThanOrEqual(
      contrastOf('#000000', hardestSurfaces.light),
    )
    expect(contrastOf('#ffffff', toHex(dark[surface]))).toBeGreaterThanOrEqual(
      contrastOf('#ffffff', hardestSurfaces.dark),
    )
  }
})
