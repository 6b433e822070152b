import { it } from 'vitest'
import { deliverThroughKills } from '../../killed-workers.ts'

const KILLS = 20

it(
  `events and mails all arrive, in order and under one id each, through ${KILLS} kills of the program`,
  { timeout: 900_000 },
  async () => {
    console.log(`${await deliverThroughKills(KILLS)} calls and mails were repeated through ${KILLS} kills`)
  },
)
