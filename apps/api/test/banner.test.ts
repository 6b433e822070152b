import { expect, test } from 'vitest'
import { banner } from '../src/banner.ts'
import { groupSettings } from '../src/config/config.ts'
import { readEnvironment } from '../src/config/env.ts'

const say = (settings: Record<string, string>) =>
  banner(
    groupSettings(readEnvironment({ DEMO: 'off', ...settings }), {
      secretKey: '',
      earlierSecretKeys: [],
      sessionKeys: [],
      databasePasswords: { owner: '', runtime: '' },
    }),
    undefined,
  )

test.each([
  ['an address of this machine alone', {}, true],
  ['a server that nobody else reaches', { HOST: '127.0.0.1' }, false],
  ['an address that phones reach', { PUBLIC_URL: 'https://gate.example' }, false],
])('the start warns of codes that no phone can open: %s', (_, settings, isWarned) => {
  expect(say(settings).includes('PUBLIC_URL')).toBe(isWarned)
})
