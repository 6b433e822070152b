import { expect, test } from 'vitest'
import { withInstallation } from '../../../test/with-installation.ts'
import { reachableUrl } from './public-address.tsx'

test.each([
  ['http://localhost:8080', 'http://192.168.1.20:8080', 'http://192.168.1.20:8080/invitation?token=a'],
  ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080/invitation?token=a'],
  ['https://gate.example', 'http://192.168.1.20:8080', 'https://gate.example/invitation?token=a'],
])('of an installation at %s a page of %s shows the link %s', (publicUrl, origin, expected) => {
  withInstallation({ publicUrl })
  expect(reachableUrl(`${publicUrl}/invitation?token=a`, origin)).toBe(expected)
})
