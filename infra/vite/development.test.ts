import { expect, it } from 'vitest'
import { type AppName, developmentServer } from './development.ts'

const apps: Record<AppName, string> = {
  guest: 'http://localhost:50011',
  portal: 'http://localhost:50012',
  board: 'http://localhost:50013',
}

it.each([
  ['/', 'http://localhost:50012'],
  ['/login?from=%2Fboard', 'http://localhost:50012'],
  ['/boards', 'http://localhost:50012'],
  ['/apiary', 'http://localhost:50012'],
  ['/_/portal/src/main.tsx', 'http://localhost:50012'],
  ['/board', 'http://localhost:50013'],
  ['/board?site=1', 'http://localhost:50013'],
  ['/_/board/@vite/client', 'http://localhost:50013'],
  ['/GATE', 'http://localhost:50011'],
  ['/gate/complete', 'http://localhost:50011'],
  ['/_/guest/src/main.tsx', 'http://localhost:50011'],
  ['/api/checkin/time', 'http://localhost:50000'],
])('%s is answered by %s, whichever app is asked', (path, origin) => {
  for (const [name, own] of Object.entries(apps)) {
    const proxy = developmentServer(name as AppName).proxy as Record<string, { target: string }>
    const handedTo = Object.keys(proxy).filter((address) => new RegExp(address).test(path))
    expect(handedTo.map((address) => proxy[address]?.target)).toEqual(own === origin ? [] : [origin])
  }
})
