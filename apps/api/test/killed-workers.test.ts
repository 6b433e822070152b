import { it } from 'vitest'
import { deliverThroughKills } from './killed-workers.ts'

it('events and mails all arrive, in order and under one id each, although the program is killed', async () => {
  await deliverThroughKills(3)
}, 180_000)
