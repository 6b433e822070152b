import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { notificationEvents } from '@gatehouse/validation/notification-events'

it('the manual lists each event', () => {
  const manual = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8')
  const listed = [...manual.matchAll(/^\| `(\w+)`\s+\|.*\|.*\|$/gm)].map(([, event]) => event)
  expect(listed.filter((event) => !event?.startsWith('SMS'))).toEqual(Object.keys(notificationEvents))
})
